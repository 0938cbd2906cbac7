"""A server in front of a Thrift gateway that ends TLS; HBase's own speaks TLS over HTTP only."""

from __future__ import annotations

import socket
import ssl
import subprocess
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for localhost that it has signed itself, and its key, both in PEM."""
    signed, key = folder / "localhost.pem", folder / "localhost.key"
    subprocess.run(
        [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
            "-noenc", "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost",
            "-keyout", str(key), "-out", str(signed),
        ],
        check=True,
        capture_output=True,
    )  # fmt: skip
    return signed, key


class TlsEnd:
    """Passes on to ``address``, ``host:port``, what comes in TLS to ``port`` of localhost."""

    def __init__(self, address: str, signed: Path, key: Path) -> None:
        host, port = address.rsplit(":", 1)
        self._target = (host, int(port))
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(signed, key)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._accepting = threading.Thread(target=self._accept, daemon=True)

    def __enter__(self) -> TlsEnd:
        self._accepting.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # Wakes accept(), which close() alone does not.
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._accepting.join(10)

    def _accept(self) -> None:
        while True:
            try:
                opened, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(opened,), daemon=True).start()

    def _serve(self, opened: socket.socket) -> None:
        try:
            client = self._context.wrap_socket(opened, server_side=True)
        except OSError:
            # Who does not trust the certificate hangs up.
            opened.close()
            return
        # A gateway that is gone, or goes, ends the client's connection.
        with client, suppress(OSError), socket.create_connection(self._target) as gateway:
            # Thrift takes turns, so one thread serves both ways.
            client.settimeout(0.05)
            gateway.settimeout(0.05)
            while _pass_on(client, gateway) and _pass_on(gateway, client):
                pass


def _pass_on(source: socket.socket, target: socket.socket) -> bool:
    """Whether both are still there."""
    try:
        data = source.recv(1 << 16)
    except TimeoutError:
        return True
    except OSError:
        return False
    target.sendall(data)
    return bool(data)
