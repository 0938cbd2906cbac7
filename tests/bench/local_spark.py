"""The Spark that asks an HBase of a benchmark."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from pyspark.sql import SparkSession

from pyspark_hbase import session
from pyspark_hbase.embedded import EmbeddedHBase

WARM: Final = {"spark.driver.memory": "3g", "spark.sql.hbase.scanner.cacheblocks": "true"}
"""Scans leave their blocks in HBase's cache, so that the next ones find them there."""


@contextmanager
def local_spark(hbase: EmbeddedHBase, **conf: object) -> Iterator[SparkSession]:
    """A session with two cores and as many partitions, which the end of the ``with`` stops."""
    settings = {"spark.sql.shuffle.partitions": 2, "spark.ui.enabled": "false", **conf}
    spark = session(quorum=hbase.quorum, master="local[2]", **settings)
    try:
        yield spark
    finally:
        spark.stop()
