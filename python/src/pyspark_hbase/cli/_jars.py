"""The verb that prints where the jar for Spark is."""

from __future__ import annotations

import argparse

from pyspark_hbase._spark.jars import check_versions, spark_jar


def jars(_: argparse.Namespace) -> int:
    """``pyspark-hbase jars``; one line for ``--jars``."""
    check_versions()
    print(spark_jar())
    return 0
