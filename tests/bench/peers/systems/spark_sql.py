"""Spark SQL of one session: on HBase through our coprocessor, and on Parquet files."""

from __future__ import annotations

from dataclasses import dataclass

from peers.bench import Bench, Layout, request
from peers.peer import Answer
from peers.queries import Query


@dataclass(frozen=True, slots=True)
class PushedDown:
    """Our tables of one layout."""

    bench: Bench
    name: str
    title: str
    layout: Layout

    def install(self) -> None:
        """Nothing: the wheel of this clone is installed already."""
        self.bench.need(self.layout)

    def load(self) -> None:
        """Fill the tables."""
        self.bench.load(self.layout)

    def run(self, query: Query) -> Answer:
        """In the session of the bench."""
        table = f"hbase.default.{query.table.name}_{self.layout.name}"
        return self.bench.ask(self.bench.spark, self.bench.hbase, **request(query, table))


@dataclass(frozen=True, slots=True)
class Parquet:
    """The Parquet files that DuckDB wrote: Snappy, sorted by key, on the local disk."""

    bench: Bench
    name: str
    title: str

    def install(self) -> None:
        """Nothing: Spark reads Parquet by itself."""

    def load(self) -> None:
        """Nothing: the files are the data."""

    def run(self, query: Query) -> Answer:
        """In the session of the bench; no server takes part."""
        return self.bench.ask(
            self.bench.spark, None, **request(query, f"{query.table.name}_parquet")
        )
