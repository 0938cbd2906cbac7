"""The interface of a peer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from peers.queries import Query


class CannotRunError(Exception):
    """A peer, or one of its queries, cannot run; the message says why and goes into the page."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One run of one query: elapsed time, and CPU time of the client and of HBase."""

    seconds: float
    client_cpu: float
    server_cpu: float
    rows: list[list[Any]]


class Peer(Protocol):
    """One way to run the queries. Each step may raise :class:`CannotRunError`."""

    @property
    def name(self) -> str:
        """As the command line names it."""
        ...

    @property
    def title(self) -> str:
        """As the page names it, with the version."""
        ...

    def install(self) -> None:
        """Fetch the pinned versions and compile, if that is not done."""
        ...

    def load(self) -> None:
        """Start what it needs and fill its tables."""
        ...

    def run(self, query: Query) -> Answer:
        """Run a query once; its processes keep running."""
        ...
