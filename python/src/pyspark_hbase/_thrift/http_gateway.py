"""happybase, which knows sockets only, over HTTP."""

from __future__ import annotations

import http.client
import io
from typing import TYPE_CHECKING, Any, Final

import happybase
from thriftpy2.thrift import TClient
from thriftpy2.transport import TBufferedTransport, TTransportBase, TTransportException

from pyspark_hbase._thrift.messages import Hbase

if TYPE_CHECKING:
    import ssl

__all__ = ["HttpConnection"]

_OK: Final = 200


# happybase and thriftpy2 have no types here.
class HttpConnection(happybase.Connection):  # type: ignore[misc]
    """A connection whose messages are the bodies of requests and answers."""

    def __init__(
        self, host: str, port: int, path: str, context: ssl.SSLContext | None, **options: Any
    ) -> None:
        """``context`` is that of TLS; ``options`` are those of ``happybase.Connection``."""
        self._path = path
        self._context = context
        super().__init__(host, port, **options)

    def _refresh_thrift_client(self) -> None:
        seconds = None if self.timeout is None else self.timeout / 1000
        requests = _Requests(self.host, self.port, self._path, self._context, seconds)
        self.transport = TBufferedTransport(requests)  # type: ignore[no-untyped-call]
        protocol = self._protocol_class(self.transport, decode_response=False)
        self.client = TClient(Hbase, protocol)


class _Requests(TTransportBase):
    """Sends what is written as one request; answers are read in their order.

    Each request has a socket of its own: one that a server closes meanwhile would look like a lost
    answer.
    """

    def __init__(
        self,
        host: str,
        port: int,
        path: str,
        context: ssl.SSLContext | None,
        seconds: float | None,
    ) -> None:
        self._address = (host, port)
        self._path = path
        self._context = context
        self._seconds = seconds
        self._is_open = False
        self._written = io.BytesIO()
        self._answers = io.BytesIO()

    def is_open(self) -> bool:
        """Tell whether requests may be sent."""
        return self._is_open

    def open(self) -> None:
        """The first request finds out whether anybody is there."""
        self._is_open = True

    def close(self) -> None:
        """Forget what was not sent, and what was not read."""
        self._is_open = False
        self._written, self._answers = io.BytesIO(), io.BytesIO()

    def read(self, size: int) -> bytes:
        """At most so many bytes of the answers."""
        found = self._answers.read(size)
        if not found:
            raise TTransportException(
                TTransportException.END_OF_FILE, "the answer of the gateway ends too early"
            )
        return found

    def write(self, data: bytes) -> None:
        """Add to the request."""
        self._written.write(data)

    def flush(self) -> None:
        """Send the request, and read its answer whole."""
        body, self._written = self._written.getvalue(), io.BytesIO()
        headers = {"Content-Type": "application/x-thrift", "Accept": "application/x-thrift"}
        connection = self._connection()
        try:
            connection.request("POST", self._path, body, headers)
            answer = connection.getresponse()
            found = answer.read()
        except http.client.HTTPException as error:
            raise TTransportException(message=f"no answer of HTTP: {error!r}") from error
        finally:
            connection.close()
        if answer.status != _OK:
            raise TTransportException(message=f"HTTP status {answer.status} {answer.reason}")
        self._answers = io.BytesIO(self._answers.read() + found)

    def _connection(self) -> http.client.HTTPConnection:
        host, port = self._address
        if self._context is None:
            return http.client.HTTPConnection(host, port, timeout=self._seconds)
        return http.client.HTTPSConnection(host, port, timeout=self._seconds, context=self._context)
