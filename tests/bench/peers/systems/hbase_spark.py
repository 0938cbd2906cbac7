"""The connector hbase-spark of Apache HBase, on the newest Spark that it runs on."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from peers import artifacts
from peers.bench import PLAIN, Bench, request
from peers.peer import Answer, CannotRunError
from peers.process import Worker
from peers.queries import LINEITEM, Query

_REQUIREMENTS: Final = ("pyspark==3.3.4", "py4j==0.10.9.5")
_CLIENT: Final = (
    "org.apache.hbase.connectors.spark:hbase-spark:1.0.1",
    "org.apache.hbase.connectors.spark:hbase-spark-protocol-shaded:1.0.1",
    "org.apache.hbase:hbase-shaded-mapreduce:2.6.4-hadoop3",
    "io.opentelemetry:opentelemetry-api:1.49.0",
    "io.opentelemetry:opentelemetry-context:1.49.0",
    "io.opentelemetry.semconv:opentelemetry-semconv:1.29.0-alpha",
)
_TYPES: Final = {"BIGINT": "bigint", "INT": "int", "STRING": "string", "DATE": "int"}
# The key's bytes have the sign bit flipped, which the connector does not know of.
_SELECT: Final = {
    "l_orderkey": "l_orderkey ^ -9223372036854775808L AS l_orderkey",
    "l_linenumber": "l_linenumber ^ CAST(-2147483648 AS INT) AS l_linenumber",
}


@dataclass(slots=True)
class HBaseSpark:
    """The plain lineitem, dates as the days that its cells hold.

    The connector's server-side filter is off: its messages were compiled with an older protobuf
    than HBase 2.6.4 has (NoSuchMethodError: makeExtensionsImmutable, in client and server).
    """

    bench: Bench
    name: str
    title: str
    _worker: Worker | None = field(default=None, init=False)

    def install(self) -> None:
        """A PySpark of its own; nothing for the server, since the filter is off."""
        self.bench.need(PLAIN)
        artifacts.jars("hbase-spark", *_CLIENT, transitive=False)
        artifacts.environment("hbase-spark", *_REQUIREMENTS)

    def load(self) -> None:
        """Fill the table and start."""
        self.bench.load(PLAIN)
        jars = artifacts.jars("hbase-spark", *_CLIENT, transitive=False)
        python = artifacts.environment("hbase-spark", *_REQUIREMENTS)
        path = os.pathsep.join(map(str, jars))
        self._worker = self.bench.spark_worker(python, "hbase-spark", path)

    def run(self, query: Query) -> Answer:
        """The SQL of the query over the connector's relation."""
        assert self._worker is not None
        if query.table is not LINEITEM:
            raise CannotRunError("it cannot read a row key with a string before its last column")
        asked = request(query, "lineitem")
        asked["sql"] = days(asked["sql"])
        return self.bench.ask(self._worker, self.bench.hbase, catalog=_catalog(), **asked)


def days(sql: str) -> str:
    """Date literals as days since 1970.

    >>> days("l_shipdate < DATE '1970-01-31'")
    'l_shipdate < 30'
    """
    epoch = date(1970, 1, 1)
    return re.sub(
        r"DATE '(.*?)'", lambda found: str((date.fromisoformat(found[1]) - epoch).days), sql
    )


def _catalog() -> dict[str, Any]:
    columns = {}
    for name, kind in LINEITEM.columns:
        in_key = name in LINEITEM.key
        family, qualifier = ("rowkey", name) if in_key else ("d", name)
        columns[name] = {"cf": family, "col": qualifier, "type": _TYPES[kind]}
    return {
        "view": "lineitem",
        "catalog": {
            "table": {"namespace": "default", "name": f"lineitem_{PLAIN.name}"},
            "rowkey": ":".join(LINEITEM.key),
            "columns": columns,
        },
        "select": [_SELECT.get(name, name) for name, _ in LINEITEM.columns],
    }
