"""HBase's own client, with the queries written by hand in Java."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from peers import artifacts, cluster
from peers.bench import PLAIN, Bench, java_command, request
from peers.peer import Answer
from peers.process import Worker
from peers.queries import LINEITEM, Query

_SOURCES = ("PlainClient.java", "Lineitem.java", "Replies.java", "Tables.java")


@dataclass(slots=True)
class PlainClient:
    """Scans of the plain table, a thread per region."""

    bench: Bench
    name: str
    title: str
    _worker: Worker | None = field(default=None, init=False)

    def install(self) -> None:
        """Compile against the client of the embedded HBase."""
        self.bench.need(PLAIN)
        artifacts.classes("plain-client", cluster.embedded_jars(), *_SOURCES)

    def load(self) -> None:
        """Fill the table and start."""
        self.bench.load(PLAIN)
        jars = cluster.embedded_jars()
        code: list[Path] = [artifacts.classes("plain-client", jars, *_SOURCES), *jars]
        keys = str(self.bench.data.folder / "keys.tbl")
        table = f"{LINEITEM.name}_{PLAIN.name}"
        command = java_command(code, "peers.PlainClient", self.bench.hbase.quorum, table, keys)
        self._worker = self.bench.worker(command, self.name)

    def run(self, query: Query) -> Answer:
        """The hand-written program of the query."""
        assert self._worker is not None
        return self.bench.ask(self._worker, self.bench.hbase, **request(query, "-"))
