from __future__ import annotations

import socket
import ssl
import subprocess
import sys
import threading
from typing import Any

import happybase
import pytest
from fake_gateway import FakeGateway
from fake_tables import connected
from flights import FLIGHTS
from Hbase_thrift import TRegionInfo
from thriftpy2.transport import TTransportException

import pyspark_hbase
from pyspark_hbase._thrift import gateway_link
from pyspark_hbase.connection import connect
from pyspark_hbase.errors import ServerError, SetupError


def test_nothing_is_sent_before_it_is_used() -> None:
    with connect("thrift://nowhere.invalid") as hbase:
        assert repr(hbase) == "Connection('thrift://nowhere.invalid:9090')"


def test_a_gateway_behind_tls_has_an_address_of_its_own() -> None:
    with connect("thrifts://nowhere.invalid") as hbase:
        assert repr(hbase) == "Connection('thrifts://nowhere.invalid:9090')"
    with pytest.raises(SetupError, match="thrifts://host:9090"):
        connect("thrift://nowhere.invalid", tls=ssl.create_default_context())


@pytest.mark.parametrize(
    "url", ["gateway:9090", "ftp://gateway:9090", "thrift://", "thrift://a:x", "thrift://a/b"]
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(SetupError, match="thrift://host:9090"):
        connect(url)


def test_a_gateway_that_is_not_there_is_named() -> None:
    # Port 1 of this machine: nobody listens.
    with pytest.raises(ServerError, match="thrift://127.0.0.1:1") as caught:
        connect("thrift://127.0.0.1:1", timeout_seconds=5).table("t")
    assert caught.value.code == "CLUSTER_UNREACHABLE"


def test_questions_of_several_threads_wait_for_one_another() -> None:
    hbase = connected(FakeGateway([]))
    inside, left = threading.Event(), []

    def other() -> None:
        inside.set()
        with hbase.gateway():
            left.append("other")

    with hbase.gateway():
        thread = threading.Thread(target=other)
        thread.start()
        assert inside.wait(10)
        left.append("first")
    thread.join(10)
    assert left == ["first", "other"]


@pytest.mark.parametrize("is_enough", [True, False])
@pytest.mark.parametrize(
    ("has_answered", "error", "most"),
    [
        (False, TTransportException(message="reset"), 2),
        (True, TTransportException(message="reset"), 10),
        (True, TimeoutError("late"), 2),
    ],
)
def test_a_lost_socket_is_opened_again(
    monkeypatch: pytest.MonkeyPatch,
    has_answered: bool,
    error: Exception,
    most: int,
    is_enough: bool,
) -> None:
    opened: list[FakeGateway] = []
    monkeypatch.setattr(gateway_link.time, "sleep", lambda seconds: None)

    class Losing(FakeGateway):
        def getTableRegions(self, table: bytes) -> list[Any]:  # noqa: N802
            if not is_enough or len(opened) < most:
                raise error
            return [
                TRegionInfo(startKey=b"m", endKey=b""),
                TRegionInfo(startKey=b"", endKey=b"m"),
            ]

    def connection(*address: Any, **options: Any) -> FakeGateway:
        assert address == ("nowhere.invalid", 9090)
        opened.append(Losing())
        return opened[-1]

    monkeypatch.setattr(happybase, "Connection", connection)
    hbase = connect("thrift://nowhere.invalid")
    hbase.link.has_answered = has_answered
    if is_enough:
        assert hbase.regions(FLIGHTS) == [(b"", b"m"), (b"m", b"")]
    else:
        with pytest.raises(ServerError, match="CLUSTER_UNREACHABLE"):
            hbase.regions(FLIGHTS)
    assert len(opened) == most


@pytest.mark.parametrize("has_answered", [True, False])
def test_a_question_waits_for_a_gateway_that_has_answered_before(
    monkeypatch: pytest.MonkeyPatch, has_answered: bool
) -> None:
    with socket.socket() as gateway:
        # Nobody listens there yet.
        gateway.bind(("127.0.0.1", 0))
        gateway.settimeout(5)
        waits: list[float] = []

        def sleep(seconds: float) -> None:
            waits.append(seconds)
            if len(waits) == 2:
                gateway.listen()

        monkeypatch.setattr(gateway_link.time, "sleep", sleep)
        link = connect(f"thrift://127.0.0.1:{gateway.getsockname()[1]}", timeout_seconds=5).link
        link.has_answered = has_answered
        if has_answered:
            with link.gateway():
                gateway.accept()[0].close()
            assert waits == [0.1, 0.2]
        else:
            with pytest.raises(ServerError, match="CLUSTER_UNREACHABLE"), link.gateway():
                pass
            assert waits == []


def test_importing_needs_no_spark_and_starts_nothing() -> None:
    code = (
        "import sys; sys.modules['pyspark'] = None; import pyspark_hbase;"
        "pyspark_hbase.connect('thrift://nowhere.invalid');"
        "assert not {'py4j', 'happybase', 'sqlglot', 'pyarrow'} & set(sys.modules), sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    assert "connect" in pyspark_hbase.__all__
