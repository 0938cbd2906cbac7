"""The socket of a connection to a Thrift gateway, and whose turn it is to use it."""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from pyspark_hbase._text.extras import require_extras
from pyspark_hbase.errors import ServerError

if TYPE_CHECKING:
    import happybase

__all__ = ["Address", "GatewayLink"]

_Answer = TypeVar("_Answer")


class Address(Protocol):
    """The part of ``pyspark_hbase._thrift.gateway_address.GatewayAddress`` that a link needs."""

    @property
    def url(self) -> str:
        """For messages."""

    def connection(self) -> happybase.Connection:
        """A connection that is not open yet."""

    def unreachable(self, error: Exception, *, has_answered: bool) -> ServerError:
        """Return the error for a gateway that does not answer."""


_ALL: Final[weakref.WeakSet[GatewayLink]] = weakref.WeakSet()
"""The links of this process."""


class GatewayLink:
    """One gateway, over one socket that the first question opens, for one thread at a time.

    A question that is cut short, by Ctrl-C for instance, drops the socket, and the next one opens
    another. A process that was forked opens a socket of its own.
    """

    def __init__(self, address: Address) -> None:
        self._address = address
        self._lock = threading.RLock()
        self.socket: happybase.Connection | None = None
        """The open connection; None before the first question, and after one that was lost."""
        self.has_answered = False
        """True once the gateway has answered in this way."""
        self._inherited: happybase.Connection | None = None
        """The parent's connection, after a fork: its end would shut down the parent's socket."""
        _ALL.add(self)

    @property
    def url(self) -> str:
        """The address of the gateway."""
        return self._address.url

    def use(self, action: Callable[[happybase.Connection], _Answer]) -> _Answer:
        """Return the result of an action with the open connection, held by this thread alone."""
        with self._lock:
            answer = action(self._opened(self._delays()))
            self.has_answered = True
            return answer

    def ask(self, question: Callable[[happybase.Connection], _Answer]) -> _Answer:
        """The answer to one small question, which is asked again where the socket is lost.

        Once, and for ``RETRY_DELAYS_SECONDS`` in all where the gateway has answered before. A
        question without an answer in time is asked twice at most.

        Raises:
            ServerError: ``CLUSTER_UNREACHABLE``.
        """
        with self._lock:
            delays = self._delays()
            self._opened(delays)
            from thriftpy2.thrift import TException  # noqa: PLC0415  (an optional dependency)

            from pyspark_hbase._thrift.calls import REFUSALS  # noqa: PLC0415  (needs the same)

            is_first = True
            while True:
                try:
                    answer = question(self._opened(delays))
                    self.has_answered = True
                    return answer
                except REFUSALS:
                    raise
                except (TException, OSError) as error:
                    self.close()
                    is_late = isinstance(error, TimeoutError)
                    delay = 0.0 if is_first else None if is_late else next(delays, None)
                    if delay is None:
                        raise self.unreachable(error) from error
                    is_first = False
                    time.sleep(delay)

    @contextmanager
    def gateway(self) -> Iterator[happybase.Connection]:
        """The open connection, for this thread alone inside of the ``with``.

        Ctrl-C inside of the ``with`` drops the socket, as what is lost on it does.
        """
        with self._lock:
            opened = self._opened(self._delays())
            from thriftpy2.thrift import TException  # noqa: PLC0415  (an optional dependency)

            from pyspark_hbase._thrift.calls import REFUSALS  # noqa: PLC0415  (needs the same)

            try:
                yield opened
                self.has_answered = True
            except Exception as error:
                if isinstance(error, TException | OSError) and not isinstance(error, REFUSALS):
                    self.close()
                raise
            except BaseException:
                self.close()
                raise

    @contextmanager
    def apart(self) -> Iterator[happybase.Connection]:
        """A connection of its own, which the end of the ``with`` closes, in any thread."""
        other = GatewayLink(self._address)
        other.has_answered = self.has_answered
        try:
            # No lock is held meanwhile: whoever reads batches may change threads between them.
            yield other._opened(other._delays())
        finally:
            other.close()

    def unreachable(self, error: Exception) -> ServerError:
        """Return the error for a gateway that does not answer."""
        return self._address.unreachable(error, has_answered=self.has_answered)

    def close(self) -> None:
        """Close the socket; more than once is fine."""
        with self._lock:
            if self.socket is not None:
                self.socket.close()
                self.socket = None

    def _delays(self) -> Iterator[float]:
        """Waits for a gateway that has answered: it may be starting again."""
        # Any other address may be wrong.
        if self.has_answered:
            from pyspark_hbase._thrift.calls import RETRY_DELAYS_SECONDS  # noqa: PLC0415  (optional)

            yield from RETRY_DELAYS_SECONDS

    def _opened(self, delays: Iterator[float]) -> happybase.Connection:
        if self.socket is None:
            require_extras("pyspark_hbase.connect")
            from thriftpy2.thrift import TException  # noqa: PLC0415  (an optional dependency)

            connection = self._address.connection()
            while True:
                try:
                    connection.open()
                    break
                except (TException, OSError) as error:
                    delay = next(delays, None)
                    if delay is None:
                        raise self.unreachable(error) from error
                    time.sleep(delay)
            self.socket = connection
        return self.socket

    def _after_fork(self) -> None:
        """The parent goes on with its socket, and maybe holds the lock."""
        self._lock = threading.RLock()
        self._inherited, self.socket = self.socket, None


def _start_anew() -> None:
    for link in list(_ALL):
        link._after_fork()


if hasattr(os, "register_at_fork"):
    # Not on Windows, where processes are not forked.
    os.register_at_fork(after_in_child=_start_anew)
