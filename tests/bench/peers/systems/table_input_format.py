"""HBase's TableInputFormat through Spark: what programs without a connector do."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from peers import artifacts
from peers.bench import PLAIN, Bench, request
from peers.peer import Answer
from peers.process import Worker
from peers.queries import Query

WAY: Final = "table-input-format"
_JARS: Final = (
    "org.apache.hbase:hbase-shaded-mapreduce:2.6.4-hadoop3",
    "io.opentelemetry:opentelemetry-api:1.49.0",
    "io.opentelemetry:opentelemetry-context:1.49.0",
    "io.opentelemetry.semconv:opentelemetry-semconv:1.29.0-alpha",
)
_SOURCES: Final = ("TableInputFormatView.java", "Lineitem.java", "Tables.java")


def class_path() -> str:
    """The class path of its Spark, compiled against Spark's jars and HBase's shaded client."""
    jars = artifacts.jars(WAY, *_JARS, transitive=False)
    spark = sorted(artifacts.spark_jars().glob("*.jar"))
    classes = artifacts.classes(WAY, [*jars, *spark], *_SOURCES)
    return os.pathsep.join(map(str, [classes, *jars]))


@dataclass(slots=True)
class TableInputFormat:
    """The plain table as a view over ``newAPIHadoopRDD``."""

    bench: Bench
    name: str
    title: str
    _worker: Worker | None = field(default=None, init=False)

    def install(self) -> None:
        """Compile against Spark's jars and HBase's shaded client."""
        self.bench.need(PLAIN)
        class_path()

    def load(self) -> None:
        """Fill the table and start a Spark of its own, without our extensions."""
        self.bench.load(PLAIN)
        self._worker = self.bench.spark_worker(Path(sys.executable), WAY, class_path())

    def run(self, query: Query) -> Answer:
        """Make a view of the columns that the query reads, then run its SQL."""
        assert self._worker is not None
        types = dict(query.table.columns)
        view = {
            "table": f"{query.table.name}_{PLAIN.name}",
            "view": query.table.name,
            "key": [f"{name} {types[name]}" for name in query.table.key],
            "cells": [
                f"{name} {types[name]}" for name in query.columns if name not in query.table.key
            ],
        }
        return self.bench.ask(
            self._worker, self.bench.hbase, views=[view], **request(query, query.table.name)
        )
