"""Queries of tables on HDFS that are ten times larger than the block cache, beside Parquet there.

NameNode, DataNode, master and region server are processes of their own. The pages of the files are
in the memory of the operating system: a first table shows what HDFS, HBase and the walk take. For a
second one the DataNode sends as many bytes a second as a slow disk does. ``bytes`` reads the
table's files to their ends through HDFS's client, in one thread. A prototype of files that hold
columns reads those of each query.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import jvm_programs
from floor_spark import DECLARED, LAYOUTS, QUERIES, rows_of
from hdfs_files import file_system
from local_spark import local_spark
from pyspark.sql import SparkSession

from pyspark_hbase.admin import Cluster, DeployOptions, deploy
from pyspark_hbase.embedded import EmbeddedHBase

PROTOTYPE_MAIN: Final = "org.apache.spark.sql.hbase.client.bench.BenchColumnFiles"
WARM_UP_SECONDS: Final = 12
RUNS: Final = 7
PATIENCE_SECONDS: Final = 60
SLOW_DISK: Final = {"dfs.datanode.data.read.bandwidthPerSec": "100m"}
"""For all reads of the DataNode together, in bytes."""

CACHE: Final = {"hfile.block.cache.size": "0.01", "hbase.sparksql.zone.maps.fraction": "0"}
"""A hundredth of a heap of 1 GiB, and the number of rows of a stretch is not kept either."""

_COLUMNS: Final = "hbase.sparksql.column.memory.enabled"
_DIRECT: Final = "hbase.sparksql.direct.enabled"
WAYS: Final = {
    "scanner": {_COLUMNS: "false", _DIRECT: "false"},
    "walk": {_COLUMNS: "false", _DIRECT: "true"},
    "columns": {_COLUMNS: "true", _DIRECT: "true"},
}
"""Settings of the table: HBase's own scanner, the walk of store files, and columns remembered."""

PARQUET: Final = "cold_parquet"
COLD: Final = {name: QUERIES[name] for name in ("count", "q6", "q1")}


@dataclass(frozen=True)
class Files:
    """The file system of the cluster, as Spark's JVM sees it."""

    spark: SparkSession
    system: Any
    path: Any

    def uri(self, path: str) -> str:
        return str(self.system.makeQualified(self.path(path)))

    def below(self, path: str) -> Iterator[Any]:
        found = self.system.listFiles(self.path(path), True)
        while found.hasNext():
            yield found.next()

    def read(self, files: list[Any]) -> None:
        """Read each to its end, in pieces of a megabyte."""
        jvm = self.spark._jvm
        assert jvm is not None
        nowhere = jvm.java.io.OutputStream.nullOutputStream()
        for file in files:
            opened = self.system.open(file.getPath())
            jvm.org.apache.hadoop.io.IOUtils.copyBytes(opened, nowhere, 1 << 20, False)
            opened.close()


@contextmanager
def _files(spark: SparkSession, hbase: EmbeddedHBase) -> Iterator[Files]:
    assert spark._jvm is not None
    system = file_system(spark, hbase.servers.client_settings)
    yield Files(spark, system, spark._jvm.org.apache.hadoop.fs.Path)
    system.close()


def table(rows: int) -> str:
    """Milliseconds of each query and way, medians, from memory and as from a slow disk."""
    head = f"ms, medians of {RUNS} runs, {rows:,} rows, two regions, two cores"
    class_path = jvm_programs.class_path("client")
    return "\n".join(
        [f"{head}, files in memory", *_of_cluster(rows, class_path, {})]
        + [f"{head}, 100 MiB/s from the DataNode", *_of_cluster(rows, class_path, SLOW_DISK)]
    )


def _of_cluster(rows: int, class_path: str, disk: dict[str, str]) -> list[str]:
    with (
        EmbeddedHBase(
            region_servers=1, heap="1g", conf=CACHE | disk, separate_processes=True, hdfs=1
        ) as hbase,
        local_spark(hbase, **{"spark.ui.showConsoleProgress": "false"}) as spark,
        _files(spark, hbase) as files,
        Cluster.connect(hbase.quorum, conf={"hbase.rootdir": files.uri("/hbase")}) as cluster,
    ):
        spark.sql(rows_of(rows)).repartition(2).write.parquet(files.uri("/rows"))
        spark.read.parquet(files.uri("/rows")).createOrReplaceTempView(PARQUET)
        lines = [
            f"{'layout':9}{'MB':>6}{'bytes':>7}{'query':>7}"
            + "".join(f"{way:>9}" for way in (*WAYS, "Parquet"))
            + f"{'walk/scanner':>14}{'walk/Parquet':>14}"
        ]
        for layout in LAYOUTS:
            lines += _of_layout(spark, cluster, files, layout, rows)
        parquet = sum(file.getLen() for file in files.below("/rows")) / 1e6
        prototype = jvm_programs.run(class_path, PROTOTYPE_MAIN, files.uri("/columns"), str(rows))
    for found in map(json.loads, prototype.splitlines()):
        lines.append(
            f"file of columns, those of {found['query']}: {found['bytes'] / 1e6:.0f} MB,"
            f" {found['millis']:.0f} ms in one thread"
        )
    return [*lines, f"Parquet has {parquet:.0f} MB"]


def _of_layout(
    spark: SparkSession, cluster: Cluster, files: Files, layout: str, rows: int
) -> list[str]:
    name = f"hbase.default.cold_{layout}"
    spark.sql(
        f"CREATE TABLE {name} ({DECLARED}, PRIMARY KEY (id)) USING hbase"
        f" TBLPROPERTIES('hbase.layout' = '{layout}', 'hbase.splits' = '{rows // 2}')"
    )
    spark.sql(f"INSERT INTO {name} WITH ('write' = 'bulk') {rows_of(rows)}")
    if not deploy(cluster, [f"cold_{layout}"], DeployOptions()).succeeded:
        raise SystemExit("the jar could not be deployed")
    stored = [f for f in files.below(f"/hbase/data/default/cold_{layout}") if f.getLen() > 1 << 20]
    megabytes = sum(file.getLen() for file in stored) / 1e6
    in_bytes = _median(lambda: files.read(stored))
    found: dict[str, list[float]] = {query: [] for query in COLD}
    for way in WAYS.values():
        for key, value in way.items():
            cluster.set_value(f"cold_{layout}", key, value, PATIENCE_SECONDS)
        for query, text in COLD.items():
            found[query].append(_median(lambda t=text: _answer(spark, t, name)))
            if _answer(spark, text, name) != _answer(spark, text, PARQUET):
                raise SystemExit(f"the answers differ: {text}")
    lines = []
    for query, text in COLD.items():
        parquet = _median(lambda t=text: _answer(spark, t, PARQUET))
        scanner, walk, _ = found[query]
        lines.append(
            f"{layout:9}{megabytes:6.0f}{in_bytes:7.0f}{query:>7}"
            + "".join(f"{ms:9.0f}" for ms in (*found[query], parquet))
            + f"{walk / scanner:14.2f}{walk / parquet:14.2f}"
        )
    return lines


def _answer(spark: SparkSession, query: str, table: str) -> list[str]:
    return sorted(map(repr, spark.sql(query.format(table=table)).collect()))


def _median(ask: Callable[[], object]) -> float:
    """Asks until its code is compiled, more or less, and then some times more."""
    seconds = []
    begin = time.perf_counter()
    while len(seconds) < RUNS:
        start = time.perf_counter()
        ask()
        if start - begin >= WARM_UP_SECONDS:
            seconds.append(time.perf_counter() - start)
    return statistics.median(seconds) * 1e3
