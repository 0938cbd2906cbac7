"""The verb that prints where the jars for Spark are."""

from __future__ import annotations

import argparse

from pyspark_hbase._spark.jars import check_versions, spark_jars_option


def jars(_: argparse.Namespace) -> int:
    """``pyspark-hbase jars``; one line for ``--jars``."""
    check_versions()
    print(spark_jars_option())
    return 0
