"""DuckDB on its own storage: how fast one machine can be."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path

from peers.bench import Bench, python_command, request
from peers.peer import Answer
from peers.process import Worker
from peers.queries import Query

_THREADS = "2"


@dataclass(slots=True)
class DuckDB:
    """The DuckDB that also computes the expected answers, in a process of its own."""

    bench: Bench
    name: str
    title: str
    _worker: Worker | None = field(default=None, init=False)

    def install(self) -> None:
        """Nothing: it is in the environment of the tests."""

    def load(self) -> None:
        """Copy the Parquet files into a database file."""
        arguments = (str(self.bench.data.folder), _THREADS)
        command = python_command(Path(sys.executable), "duckdb_worker", *arguments)
        self._worker = self.bench.worker(command, self.name)

    def run(self, query: Query) -> Answer:
        """With two threads."""
        assert self._worker is not None
        return self.bench.ask(self._worker, None, **request(query, query.table.name))
