"""Sessions of a command that says by itself what went wrong."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from pyspark_hbase._text.nearest import did_you_mean
from pyspark_hbase.errors import SetupError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LEVEL: Final = "spark.log.level"
_LEVELS: Final = ("ALL", "TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL", "OFF")


def check_level(settings: Mapping[str, str]) -> None:
    """Refuse a level that Spark would refuse with a stack.

    Raises:
        SetupError: ``spark.log.level`` is none.
    """
    level = settings.get(_LEVEL)
    if level is not None and level.upper() not in _LEVELS:
        hint = did_you_mean(level.upper(), _LEVELS)
        raise SetupError(f"{_LEVEL} is {level}.{hint} Set it to one of {', '.join(_LEVELS)}.")


def hush(spark: SparkSession) -> None:
    """Keep Spark's log, and PySpark's copies of errors, from standard error.

    The command prints errors itself. The setting ``spark.log.level`` asks for the log. The line
    that HBase gives no answer has a level of its own and stays.
    """
    spark.sparkContext.setLogLevel("OFF")
    if (level := spark.sparkContext.getConf().get(_LEVEL)) is not None:
        # Spark has taken the setting, and leaves out what is below WARN all the same, as its shells
        # do. A level that differs from the one before holds.
        spark.sparkContext.setLogLevel(level)
    # PySpark logs errors, with the trace of the JVM, before it raises them.
    logging.getLogger("SQLQueryContextLogger").setLevel(logging.CRITICAL)
