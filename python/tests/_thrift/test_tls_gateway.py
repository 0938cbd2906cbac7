"""A Thrift server behind something that ends TLS, as SECURITY.md says."""

from __future__ import annotations

import re
import shutil
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import happybase  # noqa: F401  (makes Hbase_thrift importable)
import pytest
import tls_end
from Hbase_thrift import Hbase
from ports import free_port
from thriftpy2.rpc import make_server

from pyspark_hbase import connect
from pyspark_hbase.errors import ServerError

pytestmark = pytest.mark.skipif(
    shutil.which("openssl") is None, reason="openssl makes the certificate, and is not here"
)

PAGE = Path(__file__).resolve().parents[3] / "docs/SECURITY.md"


class NoTables:
    """Answers a scan of the metadata table of a cluster that has no SQL tables."""

    def scannerOpenWithScan(self, *arguments: Any) -> int:  # noqa: N802
        return 1

    def scannerGetList(self, *arguments: Any) -> list[Any]:  # noqa: N802
        return []

    def scannerClose(self, scanner: int) -> None:  # noqa: N802
        pass


@pytest.fixture
def gateway() -> Iterator[str]:
    """``host:port`` of a Thrift server without TLS, whose metadata table is empty."""
    port = free_port()
    server = make_server(Hbase, NoTables(), "127.0.0.1", port)
    # A client that leaves ends the server's thread with an error of its own.
    serving = threading.Thread(target=server.serve, daemon=True)
    serving.start()
    yield f"127.0.0.1:{port}"
    server.close()


@pytest.fixture
def authority(tmp_path: Path) -> tuple[Path, Path]:
    return tls_end.certificate(tmp_path)


def test_the_example_of_the_page_asks_over_tls(
    gateway: str, authority: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.M | re.S)
    with tls_end.TlsEnd(gateway, *authority) as end:
        text = example.replace("gateway-host:9090", f"localhost:{end.port}")
        exec(text.replace("authority.pem", str(authority[0])), {})
    assert capsys.readouterr().out == "[]\n"


def test_the_authorities_of_the_environment_are_trusted(
    gateway: str, authority: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(authority[0]))
    with (
        tls_end.TlsEnd(gateway, *authority) as end,
        connect(f"thrifts://localhost:{end.port}") as hbase,
    ):
        assert hbase.tables() == []


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_a_certificate_that_says_nothing_is_refused(
    gateway: str, authority: tuple[Path, Path], host: str
) -> None:
    # Of an authority that nobody knows, or for another name than the one that was asked.
    trusted = ssl.create_default_context(cafile=None if host == "localhost" else str(authority[0]))
    with (
        tls_end.TlsEnd(gateway, *authority) as end,
        connect(f"thrifts://{host}:{end.port}", tls=trusted) as hbase,
        pytest.raises(ServerError, match="no TLS that this machine trusts") as caught,
    ):
        hbase.tables()
    assert caught.value.code == "CLUSTER_UNREACHABLE"
    assert "certificate verify failed" in caught.value.values["problem"]
