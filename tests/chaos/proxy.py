"""A TCP proxy in front of region servers, which loses, delays and cuts what it forwards."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterable
from types import TracebackType
from typing import Final

HOST: Final = "127.0.0.11"
"""The address that region servers announce. They listen at the same ports of 127.0.0.1."""
SERVERS_HOST: Final = "127.0.0.1"
_CHUNK: Final = 1 << 16


class Proxy:
    """Forwards each port of HOST to the same port of SERVERS_HOST, in a thread of its own.

    Any thread may call its methods. They take effect at once, for open connections too.
    """

    def __init__(self, ports: Iterable[int]) -> None:
        self._ports = list(ports)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._open: dict[int, set[asyncio.StreamWriter]] = {port: set() for port in self._ports}
        self._delays: dict[int, float] = {}
        self._silent: set[int] = set()
        self._refusing: set[int] = set()

    def __enter__(self) -> Proxy:
        self._thread.start()
        for port in self._ports:
            asyncio.run_coroutine_threadsafe(self._listen(port), self._loop).result()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for port in self._ports:
            self.cut(port)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def delay(self, port: int, seconds: float) -> None:
        """Hold back each piece that is forwarded, in both directions."""
        self._delays[port] = seconds

    def silence(self, port: int) -> None:
        """Lose what is sent from now on, and let new connections hang: as a network does."""
        self._silent.add(port)

    def refuse(self, port: int) -> None:
        """Reset all connections, and new ones as soon as they are made."""
        self._refusing.add(port)
        self.cut(port)

    def cut(self, port: int) -> None:
        """Reset all connections; new ones are forwarded."""
        self._loop.call_soon_threadsafe(self._abort, port)

    def heal(self) -> None:
        """Forward everything. Connections whose bytes were lost are reset."""
        for port in self._silent:
            self.cut(port)
        self._silent.clear()
        self._refusing.clear()
        self._delays.clear()

    def _abort(self, port: int) -> None:
        for writer in list(self._open[port]):
            writer.transport.abort()

    async def _listen(self, port: int) -> None:
        async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with contextlib.suppress(OSError):
                await self._serve(port, reader, writer)

        await asyncio.start_server(accept, HOST, port)

    async def _serve(
        self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        ends = [writer]
        self._open[port].add(writer)
        try:
            if port in self._refusing:
                return
            there, back = await asyncio.open_connection(SERVERS_HOST, port)
            ends.append(back)
            self._open[port].add(back)
            pumps = [self._pump(port, reader, back), self._pump(port, there, writer)]
            await asyncio.wait(map(asyncio.ensure_future, pumps), return_when="FIRST_COMPLETED")
        finally:
            # An end that closes or breaks resets the other one.
            for end in ends:
                end.transport.abort()
                self._open[port].discard(end)

    async def _pump(
        self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        with contextlib.suppress(OSError):
            while piece := await reader.read(_CHUNK):
                if delay := self._delays.get(port):
                    await asyncio.sleep(delay)
                if port not in self._silent:
                    writer.write(piece)
                    await writer.drain()
