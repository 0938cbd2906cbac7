"""Calls of a Thrift gateway: each reads its whole answer, or its socket is dropped.

The library thriftpy2 takes whatever comes next from a socket for the answer to the last call. A
call that ends in the middle, by Ctrl-C or a timeout, would leave its answer to the next one. Here a
client owes an answer from before the call until the answer is read: a client that owes one is never
asked again. Each answer has to carry the name and the number of its call, too.

A ``happybase.Connection`` is used by one thread at a time; ``connection.Connection`` has a lock.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

from thriftpy2.thrift import TApplicationException, TException, TMessageType, args_to_kwargs
from thriftpy2.transport import TTransportException

from pyspark_hbase._thrift.messages import AlreadyExists, Hbase, IllegalArgument, IOError

__all__ = [
    "REFUSALS",
    "RETRY_DELAYS_SECONDS",
    "Client",
    "begin",
    "drop",
    "end",
    "is_in_step",
    "read_kind",
]

REFUSALS: Final = (AlreadyExists, IllegalArgument, IOError, TApplicationException)
"""Errors that a gateway answers in whole instead of a value; the connection stays as it is."""

RETRY_DELAYS_SECONDS: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 5.0, 5.0)
"""The waits before what was lost with its connection or region is tried again."""

_OWES: Final = "owes_an_answer"
"""Attribute of a client; a client that is made anew has none."""
_LAST_NUMBER: Final = (1 << 31) - 1


class Client:
    """The calls of a gateway by their names, as ``happybase.Connection.client`` has them.

    A call opens the connection where it is not open. It raises ``REFUSALS``, which are whole
    answers; upon anything else that it raises, Ctrl-C included, the connection has been dropped.
    """

    __slots__ = ("_connection",)

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    @property
    def socket(self) -> object:
        """Another one after the connection was dropped."""
        return self._connection.client

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return partial(_call, self._connection, name)


def _call(connection: Any, name: str, *arguments: Any) -> Any:
    named = args_to_kwargs(getattr(Hbase, f"{name}_args").thrift_spec, *arguments)
    try:
        client = begin(connection)
        client._seqid = number = next_number(client)
        client._send(name, **named)
        result = _received(client, name, number)
        end(client)
    except BaseException:
        drop(connection)
        raise
    return _value(result)


def _received(client: Any, name: str, number: int) -> Any:
    """The whole answer: a result of Thrift's, or an error of the gateway itself."""
    protocol = client._iprot
    is_error = read_kind(protocol, name, number) == TMessageType.EXCEPTION
    result = TApplicationException() if is_error else getattr(Hbase, f"{name}_result")()
    protocol.read_struct(result)
    protocol.read_message_end()
    return result


def _value(result: Any) -> Any:
    if isinstance(result, TApplicationException):
        raise result
    answer = getattr(result, "success", None)
    if answer is not None:
        return answer
    for name, refusal in vars(result).items():
        if name != "success" and refusal is not None:
            raise refusal
    if hasattr(result, "success"):
        raise TApplicationException(TApplicationException.MISSING_RESULT)
    return None


def begin(connection: Any) -> Any:
    """The client for one call or several, which owes their answers until :func:`end`.

    Opens the connection where it is not open, or where something was left on it.
    """
    client = connection.client
    if not is_in_step(connection):
        drop(connection)
        client = connection.client
    # Before anything else, for the next line may be the last one.
    client.__dict__[_OWES] = True
    connection.open()
    return client


def next_number(client: Any) -> int:
    """The number of the next call; happybase's own calls have 0."""
    return int(client._seqid) % _LAST_NUMBER + 1


def end(client: Any) -> None:
    """All answers have been read."""
    client.__dict__[_OWES] = False


def is_in_step(connection: Any) -> bool:
    """Tell whether no answer is owed: false after a call that was cut short."""
    return not connection.client.__dict__.get(_OWES, False)


def read_kind(protocol: Any, name: str, number: int) -> int:
    """The kind of the message that comes, which has to answer this call."""
    try:
        found_name, kind, found_number = protocol.read_message_begin()
    except (TException, OSError):
        raise
    except Exception as error:
        # thriftpy2's faster protocol has an error of its own for what is no message.
        raise TTransportException(
            message=f"The gateway sends something that is no answer of Thrift's: {error}"
        ) from error
    if isinstance(found_name, bytes):
        # The compact protocol does not decode it.
        found_name = found_name.decode("utf-8", "replace")
    if found_number != number or found_name != name:
        raise TTransportException(
            message=f"The gateway's answer is to {found_name} {found_number}, "
            f"not to {name} {number}: something else uses this connection."
        )
    return int(kind)


def drop(connection: Any) -> None:
    """Close a connection and forget what was read of it; the next call opens it again."""
    with suppress(TException, OSError):
        connection.close()
    # The transport holds bytes of an answer that were read and not yet taken.
    connection._refresh_thrift_client()
