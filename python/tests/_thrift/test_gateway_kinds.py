"""Thrift servers that are set up in each way that HBase's gateway may be, and their clients."""

from __future__ import annotations

import shutil
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import happybase  # noqa: F401  (makes Hbase_thrift importable)
import pytest
import tls_end
from Hbase_thrift import Hbase, IOError
from ports import free_port
from thriftpy2 import http, rpc
from thriftpy2.protocol import TBinaryProtocolFactory, TCompactProtocolFactory
from thriftpy2.transport import TBufferedTransportFactory, TFramedTransportFactory

from pyspark_hbase import connect, shell
from pyspark_hbase._thrift import gateway_kinds
from pyspark_hbase.errors import ServerError, SetupError

TRANSPORTS = {"buffered": TBufferedTransportFactory(), "framed": TFramedTransportFactory()}
PROTOCOLS = {"binary": TBinaryProtocolFactory(), "compact": TCompactProtocolFactory()}
ADDRESSES = [
    "thrift://{}",
    "thrift://{}?transport=framed",
    "thrift://{}?protocol=compact",
    "thrift://{}?transport=framed&protocol=compact",
    "http://{}/",
    "http://{}/?protocol=compact",
]


class OneTable:
    """A metadata table with one SQL table, as far as its name is asked for."""

    def scannerOpenWithScan(self, *arguments: Any) -> int:  # noqa: N802
        return 1

    def scannerGetList(self, *arguments: Any) -> list[Any]:  # noqa: N802
        return []

    def scannerClose(self, scanner: int) -> None:  # noqa: N802
        pass

    def getTableNames(self) -> list[bytes]:  # noqa: N802
        return [b"a"]

    def isTableEnabled(self, table: bytes) -> bool:  # noqa: N802
        raise IOError(message=b"no such table")


def server(address: str, port: int) -> Any:
    """The server that answers to an address."""
    transport = "framed" if "framed" in address else "buffered"
    protocol = PROTOCOLS["compact" if "compact" in address else "binary"]
    if address.startswith("http"):
        return http.make_server(
            Hbase, OneTable(), "127.0.0.1", port, protocol, TBufferedTransportFactory()
        )
    return rpc.make_server(
        Hbase, OneTable(), "127.0.0.1", port,
        proto_factory=protocol, trans_factory=TRANSPORTS[transport],
    )  # fmt: skip


@pytest.fixture
def start() -> Iterator[Callable[[str], str]]:
    """Starts the server for an address; its host and port."""
    closing: list[Callable[[], None]] = []

    def started(address: str) -> str:
        port = free_port()
        made = server(address, port)
        # A client that leaves ends the server's thread with an error of its own.
        threading.Thread(target=partial(quietly, made.serve), daemon=True).start()
        wait_for(port)
        closing.append(made.httpd.shutdown if address.startswith("http") else made.close)
        # Some releases of thriftpy2 leave this to the end of the process.
        closing.append(made.httpd.server_close if address.startswith("http") else made.trans.close)
        return f"127.0.0.1:{port}"

    yield started
    for close in closing:
        close()


def wait_for(port: int) -> None:
    end = time.monotonic() + 10
    while time.monotonic() < end:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except ConnectionRefusedError:
            time.sleep(0.01)
    raise TimeoutError(port)


def quietly(serve: Callable[[], None]) -> None:
    try:
        serve()
    except OSError:
        return


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_gateway_is_asked_in_its_own_way(start: Callable[[str], str], address: str) -> None:
    with connect(address.format(start(address))) as hbase:
        assert [hbase.tables() for _ in range(3)] == [[]] * 3
    words = shell.connect(address.format(start(address)))
    assert words.list() == ["a"]
    words.close()


@pytest.mark.parametrize("address", ADDRESSES[1:])
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_gateway_that_is_asked_in_another_way_is_recognised(
    start: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr(gateway_kinds, "_PATIENCE_MILLIS", 400)
    found = start(address)
    with (
        connect(f"thrift://{found}", timeout_seconds=0.4) as hbase,
        pytest.raises(ServerError, match="set up in another way") as caught,
    ):
        hbase.tables()
    assert caught.value.values["answers"] == address.format(found)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_gateway_that_is_no_http_server_is_recognised(start: Callable[[str], str]) -> None:
    found = start("thrift://{}")
    words = shell.connect(f"http://{found}")
    with pytest.raises(ServerError, match=f"answers=thrift://{found}"):
        words.list()


def test_what_is_no_message_is_a_gateway_that_does_not_answer() -> None:
    def refuse() -> None:
        for _ in range(9):
            opened, _ = listening.accept()
            with opened:
                opened.recv(1 << 16)
                opened.sendall(b"HTTP/1.1 400 Illegal character CNTL=0x0\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listening:
        serving = threading.Thread(target=partial(quietly, refuse), daemon=True)
        serving.start()
        port = listening.getsockname()[1]
        with (
            connect(f"thrift://127.0.0.1:{port}", timeout_seconds=5) as hbase,
            pytest.raises(ServerError, match="does not answer.*no answer of Thrift's") as caught,
        ):
            hbase.tables()
    serving.join(10)
    assert caught.value.code == "CLUSTER_UNREACHABLE"


@pytest.mark.skipif(
    shutil.which("openssl") is None, reason="openssl makes the certificate, and is not here"
)
def test_a_gateway_is_asked_over_https(start: Callable[[str], str], tmp_path: Path) -> None:
    signed, key = tls_end.certificate(tmp_path)
    trusted = ssl.create_default_context(cafile=str(signed))
    with (
        tls_end.TlsEnd(start("http://{}"), signed, key) as end,
        connect(f"https://localhost:{end.port}", tls=trusted) as hbase,
    ):
        assert hbase.tables() == []
        assert repr(hbase) == f"Connection('https://localhost:{end.port}')"


@pytest.mark.parametrize(
    "url",
    [
        "thrift://a?transport=http",
        "thrift://a?protocol=json",
        "thrift://a?other=1",
        "thrift://a?transport",
        "http://a?transport=framed",
        "http://a:x",
        "ftp://a",
    ],
)
def test_an_address_that_says_what_there_is_not_is_refused(url: str) -> None:
    with pytest.raises(SetupError, match="http://host:9090"):
        connect(url)
