"""Apache Phoenix through its JDBC driver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from peers import artifacts, cluster
from peers.bench import FLIGHTS_SCALE, Bench, java_command, request
from peers.peer import Answer
from peers.process import Worker
from peers.queries import FLIGHTS, LINEITEM, Query, Table
from pyspark_hbase.embedded import EmbeddedHBase

# The shaded jars of Phoenix do not resolve; these parts do, against HBase 2.5.10.
_JARS: Final = tuple(
    f"org.apache.phoenix:{artifact}:5.2.1"
    for artifact in ("phoenix-core-client", "phoenix-core-server", "phoenix-hbase-compat-2.6.0")
)
_SOURCES: Final = ("Phoenix.java", "Replies.java")
_TYPES: Final = {"BIGINT": "BIGINT", "INT": "INTEGER", "STRING": "VARCHAR", "DATE": "DATE"}


class Server:
    """The HBase with Phoenix on its class path, and one connection; both storages share them."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._bytes = 0.0
        self._home: Path | None = None
        self._started: tuple[EmbeddedHBase, Worker] | None = None

    def install(self, lineitem_bytes: float) -> None:
        """Fetch, and have memory for one more copy of the tables."""
        self._bytes += lineitem_bytes * (self._bench.data.scale + FLIGHTS_SCALE)
        jars = artifacts.jars("phoenix", *_JARS, transitive=True)
        self._home = cluster.home("phoenix", without_doubles(jars, cluster.embedded_jars()))
        artifacts.classes("phoenix", cluster.class_path(self._home), *_SOURCES)

    def start(self) -> tuple[EmbeddedHBase, Worker]:
        """Start both, once."""
        if self._started is None:
            assert self._home is not None
            hbase = self._bench.stack.enter_context(cluster.started(self._home, self._bytes))
            jars = cluster.class_path(self._home)
            code = [artifacts.classes("phoenix", jars, *_SOURCES), *jars]
            command = java_command(code, "peers.Phoenix", hbase.quorum)
            self._started = (hbase, self._bench.worker(command, "phoenix"))
        return self._started


def without_doubles(jars: Sequence[Path], present: Sequence[Path]) -> list[Path]:
    """The jars of Phoenix whose artifacts are not among ``present`` ones in another version.

    >>> jars = [Path("gson-2.9.0.jar"), Path("hbase-http-2.5.10-hadoop3.jar"), Path("joda-2.jar")]
    >>> [jar.name for jar in without_doubles(jars, [Path("gson-2.8.9.jar")])]
    ['joda-2.jar']
    """
    names = {_artifact(jar) for jar in present}
    return [
        jar for jar in jars if _artifact(jar) not in names and not jar.name.startswith("hbase-")
    ]


def _artifact(jar: Path) -> str:
    """The name without its version, which is all from the first dash before a digit on."""
    name = jar.stem
    for at, letter in enumerate(name[:-1]):
        if letter == "-" and name[at + 1].isdigit():
            return name[:at]
    return name


@dataclass(slots=True)
class Phoenix:
    """Tables of one storage scheme: ``kind`` is TABLE or IMMUTABLE TABLE."""

    bench: Bench
    name: str
    title: str
    server: Server
    kind: str
    properties: str
    lineitem_bytes: float
    _worker: Worker | None = field(default=None, init=False)
    _hbase: EmbeddedHBase | None = field(default=None, init=False)

    def install(self) -> None:
        """Phoenix for the server and the client."""
        self.server.install(self.lineitem_bytes)

    def load(self) -> None:
        """Upsert the rows, then compact."""
        self._hbase, self._worker = self.server.start()
        keys = f"keys_{self._suffix}"
        self._execute(f"CREATE TABLE {keys} (k BIGINT PRIMARY KEY)")
        self._load(keys, self.bench.data.folder / "keys.tbl", ["BIGINT"])
        for table in (LINEITEM, FLIGHTS):
            name = self._table(table)
            self._execute(self._create(table, name))
            types = [kind for _, kind in table.columns]
            self._load(name, self.bench.data.text(table), types)
            self.bench.compact(self._hbase, name.upper())

    def run(self, query: Query) -> Answer:
        """Phoenix's own plan of the SQL."""
        assert self._worker is not None
        asked = request(query, self._table(query.table), f"keys_{self._suffix}")
        return self.bench.ask(self._worker, self._hbase, **asked)

    @property
    def _suffix(self) -> str:
        return self.name.replace("-", "_")

    def _table(self, table: Table) -> str:
        return f"{table.name}_{self._suffix}"

    def _create(self, table: Table, name: str) -> str:
        columns = ", ".join(
            f"{column} {_TYPES[kind]}{' NOT NULL' if column in table.key else ''}"
            for column, kind in table.columns
        )
        return (
            f"CREATE {self.kind} {name} ({columns} CONSTRAINT pk PRIMARY KEY "
            f"({', '.join(table.key)})) DATA_BLOCK_ENCODING = 'NONE'{self.properties} "
            f"SPLIT ON ({self._split(table)})"
        )

    def _split(self, table: Table) -> str:
        """A literal alone would be encoded as its own type, not as that of the column."""
        kind = _TYPES[dict(table.columns)[table.key[0]]]
        return f"CAST({self.bench.data.split(table)} AS {kind})"

    def _execute(self, sql: str) -> None:
        assert self._worker is not None
        self._worker.ask(sql=sql, statement=True)

    def _load(self, table: str, file: Path, types: list[str]) -> None:
        assert self._worker is not None
        places = ", ".join("?" * len(types))
        asked: dict[str, Any] = {"file": str(file), "types": types}
        self._worker.ask(sql=f"UPSERT INTO {table} VALUES ({places})", **asked)
