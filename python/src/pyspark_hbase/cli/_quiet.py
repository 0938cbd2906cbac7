"""Sessions of a command that says by itself what went wrong."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def hush(spark: SparkSession) -> None:
    """Keep the warnings of Spark, and PySpark's copies of errors, from standard error."""
    spark.sparkContext.setLogLevel("ERROR")
    # PySpark logs errors, with the trace of the JVM, before it raises them.
    logging.getLogger("SQLQueryContextLogger").setLevel(logging.CRITICAL)
