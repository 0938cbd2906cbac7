"""Sessions of a command that says by itself what went wrong."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def hush(spark: SparkSession) -> None:
    """Keep Spark's log, and PySpark's copies of errors, from standard error.

    The command prints errors itself. The setting ``spark.log.level`` asks for the log. The line
    that HBase gives no answer has a level of its own and stays.
    """
    if not spark.sparkContext.getConf().contains("spark.log.level"):
        spark.sparkContext.setLogLevel("OFF")
    # PySpark logs errors, with the trace of the JVM, before it raises them.
    logging.getLogger("SQLQueryContextLogger").setLevel(logging.CRITICAL)
