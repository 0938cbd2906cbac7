"""Runs every query through every peer in turn, and keeps what counts."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from peers import cpu
from peers.answers import difference
from peers.data import Data
from peers.peer import Answer, CannotRunError, Peer
from peers.queries import Query


@dataclass(frozen=True, slots=True)
class Rounds:
    """The number of runs of each query through each peer."""

    counted: int = 5
    warm_ups: int = 2


@dataclass(slots=True)
class Series:
    """The counted runs of one query through one peer, or why there are none.

    ``first_seconds`` are those of the very first run, which does not count, or None where nobody
    kept them.
    """

    peer: str
    query: str
    seconds: list[float] = field(default_factory=list)
    client_cpu: list[float] = field(default_factory=list)
    server_cpu: list[float] = field(default_factory=list)
    error: str | None = None
    wrong: bool = False
    first_seconds: float | None = None

    @property
    def median_seconds(self) -> float:
        """Median of the elapsed times."""
        return statistics.median(self.seconds)

    @property
    def median_cpu(self) -> float:
        """Median of the CPU seconds of client and server together."""
        return statistics.median(map(sum, zip(self.client_cpu, self.server_cpu, strict=True)))

    def add(self, answer: Answer) -> None:
        """Count a run."""
        self.seconds.append(answer.seconds)
        self.client_cpu.append(answer.client_cpu)
        self.server_cpu.append(answer.server_cpu)

    def fail(self, error: str, *, wrong: bool = False) -> None:
        """Forget the runs: a peer that fails once is not measured."""
        self.error, self.wrong = error, wrong
        self.first_seconds = None
        self.seconds, self.client_cpu, self.server_cpu = [], [], []


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds: of the wall clock, and of the CPU of this machine and of the benchmark.

    Of the benchmark are all its processes. HBase still compiles code while another peer is asked.
    """

    wall: float
    machine: float
    benchmark: float

    @classmethod
    def now(cls) -> Clock:
        """Read all three."""
        return cls(time.monotonic(), cpu.of_machine(), cpu.of_tree(os.getpid()))

    def since(self, before: Clock) -> Clock:
        """Return what passed since then."""
        return Clock(
            self.wall - before.wall,
            self.machine - before.machine,
            self.benchmark - before.benchmark,
        )


@dataclass(slots=True)
class OtherLoad:
    """CPU time that processes outside the benchmark took while queries ran."""

    others: float = 0.0
    available: float = 0.0

    def add(self, passed: Clock) -> None:
        """Count the time of a query."""
        self.others += max(0.0, passed.machine - passed.benchmark)
        self.available += passed.wall * (os.cpu_count() or 1)

    @property
    def share(self) -> float:
        """Share of all processors, from 0 to 1."""
        return self.others / self.available if self.available else 0.0


def run(
    query: Query, peers: Sequence[Peer], data: Data, rounds: Rounds, load: OtherLoad
) -> list[Series]:
    """Warm up, then run A, B, C, A, B, C ...; each answer is compared before its time counts."""
    found = {peer.name: Series(peer.name, query.name) for peer in peers}
    for number in range(-rounds.warm_ups, rounds.counted):
        for peer in peers:
            series = found[peer.name]
            if series.error is not None:
                continue
            clock = Clock.now()
            try:
                answer = peer.run(query)
            except CannotRunError as error:
                series.fail(str(error))
                continue
            passed = Clock.now().since(clock)
            wrong = difference(answer.rows, data.expected(query))
            if wrong is not None:
                series.fail(f"wrong answer: {wrong}", wrong=True)
                continue
            if number == -rounds.warm_ups:
                series.first_seconds = answer.seconds
            if number >= 0:
                series.add(answer)
                load.add(passed)
    return list(found.values())
