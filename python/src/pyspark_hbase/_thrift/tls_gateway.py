"""happybase, which knows plain sockets only, over TLS."""

from __future__ import annotations

import ssl
from typing import Any, Final

import happybase
from thriftpy2.thrift import TClient
from thriftpy2.transport import TSSLSocket

from pyspark_hbase._thrift.messages import Hbase

__all__ = ["TlsConnection", "refusal"]

_HANDSHAKE_MILLIS: Final = 10_000
"""A gateway without TLS takes the first message for part of a long one, and waits for the rest."""


# happybase and thriftpy2 have no types here.
class TlsConnection(happybase.Connection):  # type: ignore[misc]
    """A connection that is encrypted, and whose other end has proven its host name."""

    def __init__(self, host: str, port: int, context: ssl.SSLContext, **options: Any) -> None:
        """``options`` are those of ``happybase.Connection``."""
        self._context = context
        super().__init__(host, port, **options)

    def _refresh_thrift_client(self) -> None:
        socket = TSSLSocket(  # type: ignore[no-untyped-call]
            self.host,
            self.port,
            socket_timeout=self.timeout,
            connect_timeout=self.timeout or _HANDSHAKE_MILLIS,
            ssl_context=self._context,
        )
        self.transport = self._transport_class(socket)
        protocol = self._protocol_class(self.transport, decode_response=False)
        self.client = TClient(Hbase, protocol)


def refusal(error: BaseException) -> ssl.SSLError | None:
    """Return the reason why TLS with the gateway failed; None if the error has another cause."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, ssl.SSLError):
        # thriftpy2 raises its own error while it handles the one that says why.
        cause = cause.__cause__ or cause.__context__
    return cause
