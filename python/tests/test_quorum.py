"""ZooKeeper quorums as users write them."""

from __future__ import annotations

import socket

import pytest

from pyspark_hbase._quorum import Quorum
from pyspark_hbase.errors import SetupError


def test_the_default_port_is_zookeepers() -> None:
    assert Quorum.parse("zk1,zk2:2182").servers == (("zk1", 2181), ("zk2", 2182))


@pytest.mark.parametrize("text", ["", "zk1:", "zk1:0", "zk1:65536", "zk1,,zk2", "http://zk1:2181"])
def test_a_malformed_quorum_is_named_with_the_right_form(text: str) -> None:
    with pytest.raises(SetupError, match=r"not a ZooKeeper quorum.*host:port"):
        Quorum.parse(text)


@pytest.mark.parametrize(
    ("text", "local"),
    [
        ("localhost", True),
        ("127.0.0.1:4000,localhost:1", True),
        ("127.0.0.1,zk2", False),
        ("10.0.0.1", False),
    ],
)
def test_only_loopback_is_local(text: str, local: bool) -> None:
    assert Quorum.parse(text).is_local() is local


def test_one_answering_server_is_enough() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        dead, alive = free.getsockname()[1], server.getsockname()[1]
        Quorum.parse(f"127.0.0.1:{dead},127.0.0.1:{alive}").check_reachable()


def test_an_unreachable_quorum_says_what_to_do() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        quorum = Quorum.parse(f"127.0.0.1:{free.getsockname()[1]}")
        with pytest.raises(SetupError, match=r"not reachable.*refused.*Start HBase"):
            quorum.check_reachable()
