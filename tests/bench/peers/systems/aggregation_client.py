"""AggregationClient, the coprocessor endpoint that HBase ships."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from peers import artifacts, cluster
from peers.bench import PLAIN, Bench, java_command, request
from peers.peer import Answer
from peers.process import Worker
from peers.queries import Query

# 2.6.1 is the newest that resolves; it runs on a 2.6.4 server.
_ENDPOINT: Final = "org.apache.hbase:hbase-endpoint:2.6.1-hadoop3"
_CLASS: Final = "org.apache.hadoop.hbase.coprocessor.AggregateImplementation"
_SOURCES: Final = ("Aggregation.java", "Lineitem.java", "Replies.java", "Tables.java")


@dataclass(slots=True)
class AggregationClient:
    """One aggregate of one column over the plain table."""

    bench: Bench
    name: str
    title: str
    _worker: Worker | None = field(default=None, init=False)

    def install(self) -> None:
        """Put the endpoint on the class path of the server; it observes nothing."""
        self.bench.need(PLAIN)
        jars = artifacts.jars("hbase-endpoint", _ENDPOINT, transitive=False)
        self.bench.server_jars += jars
        self.bench.server_conf["hbase.coprocessor.user.region.classes"] = _CLASS
        artifacts.classes("aggregation", [*cluster.embedded_jars(), *jars], *_SOURCES)

    def load(self) -> None:
        """Fill the table and start."""
        self.bench.load(PLAIN)
        jars = cluster.class_path(self.bench.server_home)
        code = [artifacts.classes("aggregation", jars, *_SOURCES), *jars]
        command = java_command(code, "peers.Aggregation", self.bench.hbase.quorum)
        self._worker = self.bench.worker(command, self.name)

    def run(self, query: Query) -> Answer:
        """Both regions at once."""
        assert self._worker is not None
        table = f"{query.table.name}_{PLAIN.name}"
        return self.bench.ask(self._worker, self.bench.hbase, table=table, **request(query, table))
