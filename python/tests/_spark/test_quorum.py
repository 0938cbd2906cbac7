"""ZooKeeper quorums as users write them."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import tls_end
from pyspark.sql import SparkSession

from pyspark_hbase._spark.quorum import Quorum
from pyspark_hbase._spark.session import catalog_settings, configure, session
from pyspark_hbase.cli._arguments import parse
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


@contextmanager
def answering(answer: bytes | None) -> Iterator[int]:
    """The port of a server that gives one answer to whoever connects; None: it is silent."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    connection = server.accept()[0]
                    open_ones.append(connection)
                    if answer is not None:
                        with connection:
                            connection.recv(4)
                            connection.sendall(answer)

        open_ones: list[socket.socket] = []
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)
        thread.join()
        for connection in open_ones:
            connection.close()


ZOOKEEPER = b"Zookeeper version: 3.8.4\n"


@pytest.mark.parametrize(
    "answer", [ZOOKEEPER, b"srvr is not executed because it is not in the whitelist.\n"]
)
def test_one_answering_server_is_enough(answer: bytes) -> None:
    with answering(answer) as alive, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        dead = free.getsockname()[1]
        Quorum.parse(f"127.0.0.1:{dead},127.0.0.1:{alive}").check_reachable()


@pytest.mark.parametrize("answer", [None, b"", b"HTTP/1.1 400 Bad Request\r\n"])
def test_what_is_no_zookeeper_is_named_within_seconds(answer: bytes | None) -> None:
    began = time.monotonic()
    with answering(answer) as port, pytest.raises(SetupError, match=r"no ZooKeeper.*thrift://"):
        Quorum.parse(f"127.0.0.1:{port}").check_reachable()
    assert time.monotonic() - began < 5


def test_servers_that_say_nothing_are_named_together_within_seconds() -> None:
    began = time.monotonic()
    with answering(None) as one, answering(None) as two, answering(None) as three:
        with pytest.raises(SetupError, match=rf"(?s){one}: what.*{two}: what.*{three}: what"):
            Quorum.parse(
                ",".join(f"127.0.0.1:{port}" for port in (one, two, three))
            ).check_reachable()
    assert time.monotonic() - began < 5


def test_a_server_that_wants_tls_may_be_zookeeper(tmp_path: Path) -> None:
    certificate = tls_end.certificate(tmp_path)
    with answering(ZOOKEEPER) as port, tls_end.TlsEnd(f"127.0.0.1:{port}", *certificate) as end:
        Quorum.parse(f"127.0.0.1:{end.port}").check_reachable()


def test_an_unreachable_quorum_says_what_to_do() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        quorum = Quorum.parse(f"127.0.0.1:{free.getsockname()[1]}")
        with pytest.raises(SetupError, match=r"not reachable.*refused.*Start HBase"):
            quorum.check_reachable()


def site(folder: Path, *properties: tuple[str, str]) -> Path:
    """A folder with an hbase-site.xml of these properties."""
    lines = (f"<property><name>{n}</name><value>{v}</value></property>" for n, v in properties)
    (folder / "hbase-site.xml").write_text(f"<configuration>{''.join(lines)}</configuration>")
    return folder


def of_builder(quorum: str | None) -> object:
    """A session by the other way."""
    return configure(SparkSession.Builder(), quorum=quorum)


class TestWithoutAQuorum:
    @pytest.fixture(autouse=True)
    def empty_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("PYSPARK_HBASE_QUORUM", "HBASE_CONF_DIR"):
            monkeypatch.delenv(name, raising=False)

    def test_the_variable_comes_before_the_file(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        folder = site(tmp_path, ("hbase.zookeeper.quorum", "a, b"))
        monkeypatch.setenv("HBASE_CONF_DIR", str(folder))
        assert str(Quorum.given_or_configured(None)) == "a:2181,b:2181"
        monkeypatch.setenv("PYSPARK_HBASE_QUORUM", "zk9")
        assert str(Quorum.given_or_configured(None)) == "zk9:2181"
        assert str(Quorum.given_or_configured("zk1:7")) == "zk1:7"

    def test_the_port_of_the_file_counts(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        folder = site(
            tmp_path,
            ("hbase.zookeeper.quorum", "a,b:3"),
            ("hbase.zookeeper.property.clientPort", "2222"),
        )
        monkeypatch.setenv("HBASE_CONF_DIR", str(folder))
        assert str(Quorum.given_or_configured(None)) == "a:2222,b:3"

    def test_the_file_may_name_servers_of_hbase_in_place_of_a_quorum(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        folder = site(tmp_path, ("hbase.client.bootstrap.servers", "rs1:16020"))
        monkeypatch.setenv("HBASE_CONF_DIR", str(folder))
        assert Quorum.given_or_configured(None) == Quorum(())
        of_catalog = catalog_settings(Quorum(()))
        assert of_catalog["spark.sql.catalog.hbase.site"] == (folder / "hbase-site.xml").as_uri()
        assert parse(["status"]).quorum is None

    @pytest.mark.parametrize(
        ("root", "gets_jar"),
        [("hdfs://nn:8020/hbase", False), ("file:///data/hbase", True), ("/data/hbase", True)],
    )
    def test_tables_get_a_jar_of_this_machine_where_hbase_keeps_files_there(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, root: str, *, gets_jar: bool
    ) -> None:
        folder = site(tmp_path, ("hbase.zookeeper.quorum", "localhost"), ("hbase.rootdir", root))
        monkeypatch.setenv("HBASE_CONF_DIR", str(folder))
        found = catalog_settings(Quorum.given_or_configured(None))
        assert ("spark.sql.hbase.coprocessor.jar" in found) is gets_jar

    def test_it_is_said_how_to_give_one(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setenv("HBASE_CONF_DIR", str(site(tmp_path)))
        with pytest.raises(SetupError, match="PYSPARK_HBASE_QUORUM"):
            Quorum.given_or_configured(None)

    def test_a_damaged_file_is_named(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        (tmp_path / "hbase-site.xml").write_text("<configuration>")
        monkeypatch.setenv("HBASE_CONF_DIR", str(tmp_path))
        with pytest.raises(SetupError, match=r"hbase-site\.xml is not XML.*HBASE_CONF_DIR"):
            Quorum.given_or_configured(None)

    @pytest.mark.parametrize("start", [session, of_builder])
    def test_sessions_name_what_is_wrong_before_java_starts(
        self, monkeypatch: pytest.MonkeyPatch, start: Callable[..., object]
    ) -> None:
        began = time.monotonic()
        with pytest.raises(SetupError, match="No quorum is known"):
            start(quorum=None)
        with answering(b"HTTP/1.1 400") as port, pytest.raises(SetupError, match="no ZooKeeper"):
            start(quorum=f"127.0.0.1:{port}")
        monkeypatch.setenv("HBASE_CONF_DIR", "/nope")
        for quorum in (None, "127.0.0.1:1"):
            with pytest.raises(SetupError, match="HBASE_CONF_DIR=/nope is no folder"):
                start(quorum=quorum)
        assert time.monotonic() - began < 5
