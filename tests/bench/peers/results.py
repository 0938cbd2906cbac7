"""The results of a run as one JSON document, from which the page and the chart are made."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path

from peers.schedule import Series


@dataclass(frozen=True, slots=True)
class Results:
    """One run of the benchmark.

    ``peers`` and ``queries`` are titles by name, in the order of the page; ``absent`` are the peers
    that could not start, with the reason. ``other_load`` is the share of the machine that other
    processes took while queries ran.
    """

    command: str
    date: str
    scale: float
    rounds: int
    rows: dict[str, int]
    machine: dict[str, str]
    other_load: float
    peers: dict[str, str]
    queries: dict[str, str]
    absent: dict[str, str]
    series: list[Series]

    def find(self, peer: str, query: str) -> Series | None:
        """Return the measurement of a query through a peer, or the reason that there is none.

        None for no attempt.
        """
        for series in self.series:
            if (series.peer, series.query) == (peer, query):
                return series
        return None

    def write(self, file: Path) -> None:
        """As JSON."""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(dataclasses.asdict(self), indent=1) + "\n")


def read(file: Path) -> Results:
    """Read the file that :meth:`Results.write` wrote."""
    document = json.loads(file.read_text())
    document["series"] = [Series(**series) for series in document["series"]]
    return Results(**document)
