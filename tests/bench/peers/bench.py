"""The parts that the peers of one run share: data, HBase with our tables, our Spark session."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from peers import artifacts, cluster, cpu
from peers.data import Data
from peers.peer import Answer, CannotRunError
from peers.process import Worker
from peers.queries import EXPORT_SUMS, FLIGHTS, LINEITEM, Query, Table
from pyspark_hbase.embedded import EmbeddedHBase


@dataclass(frozen=True, slots=True)
class Layout:
    """The form of a copy of the tables in HBase.

    Its tables are named ``<table>_<name>``.

    ``mapping`` says how bytes lie. ``values_as_hbase`` says that values are as Bytes.toBytes writes
    them, which the other peers read. Keys always have an order of bytes that is the order of
    values. ``storage`` is for tables that are made. ``lineitem_bytes``: about what its lineitem
    takes in the block cache at scale factor 1. ``column_bytes``: what the columns that the queries
    ask for take in the memory of columns. A layout with a ``base`` has the store files of
    that one, and HBase's scanner is forced. ``group_bits``: of each table in layout columnar.
    """

    name: str
    mapping: str
    values_as_hbase: bool
    storage: str
    lineitem_bytes: float
    column_bytes: float
    base: Layout | None = None
    group_bits: Mapping[str, int] = field(default_factory=dict)

    def properties(self, table: Table) -> str:
        """Return the properties of the CREATE TABLE that maps a table, made or not."""
        encoded = [name for name, _ in table.columns if name not in table.key]
        bits = self.group_bits.get(table.name)
        groups = f", 'hbase.group.bits' = '{bits}'" if bits else ""
        return (
            self.mapping
            + groups
            + "".join(
                f", 'hbase.column.{name}.encoding' = 'hbase'"
                for name in encoded
                if self.values_as_hbase
            )
        )


PLAIN: Final = Layout(
    *("plain", "'hbase.layout' = 'columns'", True),
    *(", 'hbase.data.block.encoding' = 'none'", 4.6e9, 0.17e9),
)
PACKED: Final = Layout("packed", "'hbase.layout' = 'packed'", False, "", 1.1e9, 0.17e9)
# Of lineitem 256 orders are a group, of flights a day: about 1,000 rows each.
COLUMNAR: Final = Layout(
    *("columnar", "'hbase.layout' = 'columnar'", False, "", 0.6e9, 0.13e9),
    group_bits={LINEITEM.name: 54, FLIGHTS.name: 64},
)
PLAIN_SCANNER: Final = replace(PLAIN, name="plain_scanner", base=PLAIN)
PACKED_SCANNER: Final = replace(PACKED, name="packed_scanner", base=PACKED)


# What flights take, as a share of lineitem at scale factor 1.
FLIGHTS_SCALE: Final = 0.03


class Bench:
    """Starts what the peers ask for, once. Peers install first: they say what they will need."""

    def __init__(self, data: Data, stack: ExitStack) -> None:
        self.data = data
        self.stack = stack
        self.logs = artifacts.FOLDER / "logs"
        self.server_jars: list[Path] = []
        self.server_conf: dict[str, str] = {}
        self._needed: dict[str, Layout] = {}
        self._loaded: set[str] = set()

    def need(self, layout: Layout) -> None:
        """Have memory for the tables of a layout."""
        self._needed[layout.name] = layout
        if layout.base is not None:
            self.need(layout.base)

    @cached_property
    def server_home(self) -> Path:
        """Class path of the HBase of our tables."""
        return cluster.home("hbase", self.server_jars)

    @cached_property
    def hbase(self) -> EmbeddedHBase:
        """The HBase of our tables."""
        scale = self.data.scale + FLIGHTS_SCALE
        tables = scale * sum(layout.lineitem_bytes for layout in self._needed.values())
        columns = scale * sum(layout.column_bytes for layout in self._needed.values())
        return self.stack.enter_context(
            cluster.started(self.server_home, tables, self.server_conf, columns)
        )

    @cached_property
    def spark(self) -> Worker:
        """Spark with our extensions, which reads the Parquet files too."""
        return self.spark_worker(Path(sys.executable), "pyspark-hbase")

    def worker(self, command: Sequence[str], name: str) -> Worker:
        """Start a worker that ends with the bench; its log is named after it."""
        return self.stack.enter_context(Worker(command, self.logs / f"{name}.log"))

    def spark_worker(self, python: Path, way: str, class_path: str = "") -> Worker:
        """A process of ``spark_worker.py``."""
        arguments = [way, str(self.data.folder), self.hbase.quorum, class_path]
        return self.worker(python_command(python, "spark_worker", *arguments), way)

    def load(self, layout: Layout) -> None:
        """Make the tables of a layout, compacted to one store file per region."""
        self.need(layout)
        if layout.name in self._loaded:
            return
        if layout.base is not None:
            self.load(layout.base)
        for table in (LINEITEM, FLIGHTS):
            if layout.base is None:
                self._fill(layout, table)
            else:
                self._share(layout, layout.base, table)
        self._loaded.add(layout.name)

    def ask(self, worker: Worker, server: EmbeddedHBase | None, **request: Any) -> Answer:
        """Run a request and count the CPU time of the server."""
        before = cpu.of_tree(server.pid) if server else 0.0
        reply = worker.ask(**request)
        spent = cpu.of_tree(server.pid) - before if server else 0.0
        return Answer(reply.seconds, reply.client_cpu, spent, reply.rows)

    def _fill(self, layout: Layout, table: Table) -> None:
        split = f", 'hbase.splits' = '{self.data.split(table)}'"
        self._create(layout, table, layout.storage + split)
        name = f"{table.name}_{layout.name}"
        insert = (
            f"INSERT INTO hbase.default.{name} WITH ('write' = 'bulk') "
            f"SELECT * FROM {table.name}_parquet"
        )
        self.spark.ask(sql=insert, export=False)
        self.compact(self.hbase, name)

    def _share(self, layout: Layout, base: Layout, table: Table) -> None:
        copy = f"{table.name}_{layout.name}"
        off = ("hbase.sparksql.direct.enabled", "false")
        self._tables(self.hbase, "twin", f"{table.name}_{base.name}", copy, *off)
        self._create(layout, table, f", 'hbase.table' = 'default:{copy}'")

    def _create(self, layout: Layout, table: Table, more: str) -> None:
        columns = ", ".join(
            f"{name} {kind}{' NOT NULL' if name in table.key else ''}"
            for name, kind in table.columns
        )
        create = (
            f"CREATE TABLE hbase.default.{table.name}_{layout.name} "
            f"({columns}, PRIMARY KEY ({', '.join(table.key)})) "
            f"USING hbase TBLPROPERTIES ({layout.properties(table)}{more})"
        )
        self.spark.ask(sql=create, export=False)

    def compact(self, hbase: EmbeddedHBase, table: str) -> None:
        """Flush a table and make one store file of each region."""
        self._tables(hbase, "compact", table)

    def _tables(self, hbase: EmbeddedHBase, *arguments: str) -> None:
        jars = cluster.embedded_jars()
        code = artifacts.classes("tables", jars, "Tables.java")
        command = java_command([code, *jars], "peers.Tables", hbase.quorum)
        log = self.logs / "tables.log"
        with log.open("a") as output:
            done = subprocess.run([*command, *arguments], check=False, stderr=output, stdout=output)
        if done.returncode != 0:
            raise CannotRunError(f"{' '.join(arguments)} failed; see {log}")


def python_command(python: Path, worker: str, *arguments: str) -> list[str]:
    """A module of ``peers.workers``, run by an interpreter."""
    return [str(python), "-m", f"peers.workers.{worker}", *arguments]


def java_command(class_path: Sequence[Path], *arguments: str) -> list[str]:
    """A JVM of two gigabytes, which runs a main class."""
    path = os.pathsep.join(map(str, class_path))
    return [artifacts.java(), "-Xmx2g", "-cp", path, *arguments]


def request(query: Query, table: str, keys: str = "keys") -> dict[str, Any]:
    """A query as workers take it, over tables of these names."""
    return {
        "query": query.name,
        "sql": query.sql.format(table=table, keys=keys),
        "export": query.export,
        "sums": list(EXPORT_SUMS),
    }
