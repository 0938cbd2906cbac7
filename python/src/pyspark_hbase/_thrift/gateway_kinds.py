"""The ways in which a Thrift gateway can be set up, and which of them one has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import happybase
from thriftpy2.thrift import TException

from pyspark_hbase._thrift.calls import REFUSALS, Client
from pyspark_hbase._thrift.http_gateway import HttpConnection

if TYPE_CHECKING:
    import ssl

__all__ = ["opened", "recognised"]

_PATIENCE_MILLIS = 2_000
_WAYS: Final[Mapping[str, Mapping[str, str]]] = {
    "": {"transport": "buffered", "protocol": "binary"},
    "/": {"path": "/", "protocol": "binary"},
    "?transport=framed": {"transport": "framed", "protocol": "binary"},
    "?protocol=compact": {"transport": "buffered", "protocol": "compact"},
    "?transport=framed&protocol=compact": {"transport": "framed", "protocol": "compact"},
    "/?protocol=compact": {"path": "/", "protocol": "compact"},
}
"""The word behind the port in an address, and the options that it means."""


def opened(host: str, port: int, options: Mapping[str, Any]) -> happybase.Connection:
    """A connection that is not open yet; ``path`` and ``context`` among the options are ours."""
    given = dict(options)
    path, context = given.pop("path", None), given.pop("context", None)
    if path is not None:
        given.pop("transport", None)
        return HttpConnection(host, port, path, context, autoconnect=False, **given)
    if context is not None:
        from pyspark_hbase._thrift.tls_gateway import TlsConnection  # noqa: PLC0415  (not for others)

        return TlsConnection(host, port, context, autoconnect=False, **given)
    return happybase.Connection(host, port, autoconnect=False, **given)


def recognised(host: str, port: int, context: ssl.SSLContext | None) -> str | None:
    """The address that a gateway answers to; None if it does to none. Asks it in each way."""
    secure = "" if context is None else "s"
    for query, options in _WAYS.items():
        if _answers(host, port, options, context):
            scheme = "thrift" if "transport" in options else "http"
            return f"{scheme}{secure}://{host}:{port}{query}"
    return None


def _answers(
    host: str, port: int, options: Mapping[str, Any], context: ssl.SSLContext | None
) -> bool:
    """Tell whether a gateway answers, be it that the table is not there."""
    connection = opened(host, port, {**options, "context": context, "timeout": _PATIENCE_MILLIS})
    try:
        Client(connection).isTableEnabled(b"SPARK_SQL_HBASE_TABLE")
    except REFUSALS:
        return True
    except (TException, OSError, ValueError, MemoryError):
        # A gateway of another kind sends no message, or one of gigabytes.
        return False
    finally:
        connection.close()
    return True
