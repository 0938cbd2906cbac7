"""Spark in one of three ways: arguments ``WAY FOLDER QUORUM [CLASS_PATH]``.

WAY is one of these:

- ``pyspark-hbase``: catalog ``hbase``, and Parquet files as ``<table>_parquet``.
- ``table-input-format``: HBase's own input format, with the columns of each request.
- ``hbase-spark``: the connector of that name. It runs on PySpark 3.3 too, so nothing newer is used.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pyspark.sql import Observation, SparkSession
from pyspark.sql import functions as F

from peers.workers.replies import Request, serve, take_output

Prepare = Callable[[Request], None]

_CONF = {
    "spark.sql.shuffle.partitions": "2",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.driver.memory": "2g",
    "spark.driver.host": "127.0.0.1",
}
_MASTER = "local[2]"


def main(way: str, folder: Path, quorum: str, class_path: str) -> None:
    """Start Spark, then serve."""
    replies = take_output()
    conf = {**_CONF, "spark.sql.warehouse.dir": str(folder / "warehouse")}
    spark, prepare = _WAYS[way](conf, quorum, class_path)
    spark.sparkContext.setLogLevel("WARN")
    for file in folder.glob("*.parquet"):
        name = file.stem if file.stem == "keys" else f"{file.stem}_parquet"
        spark.read.parquet(str(file)).createTempView(name)

    def run(request: Request) -> tuple[float, list[Any]]:
        started = time.perf_counter()
        prepare(request)
        frame = spark.sql(request["sql"])
        if request["export"]:
            observation = Observation()
            sums = [F.sum(column) for column in request["sums"]]
            sums = [s.alias(f"sum{at}") for at, s in enumerate(sums)]
            observed = frame.observe(observation, F.count(F.lit(1)).alias("rows"), *sums)
            observed.write.format("noop").mode("overwrite").save()
            names = ["rows", *(f"sum{at}" for at in range(len(sums)))]
            rows: list[Any] = [[observation.get[name] for name in names]]
        else:
            rows = frame.collect()
        return time.perf_counter() - started, rows

    serve(replies, run)
    spark.stop()


def _pyspark_hbase(
    conf: dict[str, str], quorum: str, class_path: str
) -> tuple[SparkSession, Prepare]:
    # Not in the environment of the other ways.
    pyspark_hbase = importlib.import_module("pyspark_hbase")
    # As the clients of the other peers have it: their scans fill the block cache.
    conf["spark.sql.hbase.scanner.cacheblocks"] = "true"
    spark = pyspark_hbase.session(quorum=quorum, master=_MASTER, **conf)
    return spark, lambda request: None


def _table_input_format(
    conf: dict[str, str], quorum: str, class_path: str
) -> tuple[SparkSession, Prepare]:
    spark = _session({**conf, "spark.driver.extraClassPath": class_path})

    def prepare(request: Request) -> None:
        for view in request["views"]:
            _jvm(spark).peers.TableInputFormatView.create(
                spark._jsparkSession, quorum, json.dumps(view)
            )

    return spark, prepare


def _hbase_spark(
    conf: dict[str, str], quorum: str, class_path: str
) -> tuple[SparkSession, Prepare]:
    spark = _session({**conf, "spark.driver.extraClassPath": class_path})
    host, port = quorum.split(":")
    hbase_conf = _jvm(spark).org.apache.hadoop.hbase.HBaseConfiguration.create()
    hbase_conf.set("hbase.zookeeper.quorum", host)
    hbase_conf.set("hbase.zookeeper.property.clientPort", port)
    # The relation takes the context that was made last.
    context = _jvm(spark).org.apache.hadoop.hbase.spark.HBaseContext(
        spark.sparkContext._jsc.sc(), hbase_conf, None
    )
    made: set[str] = set()

    def prepare(request: Request) -> None:
        catalog = request["catalog"]
        if catalog["view"] not in made:
            raw = (
                spark.read.format("org.apache.hadoop.hbase.spark")
                .option("catalog", json.dumps(catalog["catalog"]))
                .option("hbase.spark.use.hbasecontext", "true")
                .option("hbase.spark.pushdown.columnfilter", "false")
                .load()
            )
            raw.selectExpr(*catalog["select"]).createTempView(catalog["view"])
            made.add(catalog["view"])

    assert context is not None
    return spark, prepare


def _jvm(spark: SparkSession) -> Any:
    return spark._jvm


def _session(conf: dict[str, str]) -> SparkSession:
    builder = SparkSession.builder.master(_MASTER).appName("peers")
    for key, value in conf.items():
        builder = builder.config(key, value)
    return builder.getOrCreate()


_WAYS = {
    "pyspark-hbase": _pyspark_hbase,
    "table-input-format": _table_input_format,
    "hbase-spark": _hbase_spark,
}

if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3], sys.argv[4] if len(sys.argv) > 4 else "")
