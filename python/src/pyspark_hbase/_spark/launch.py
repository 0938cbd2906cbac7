"""The Java process of Spark that runs already, and what it was started with."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from pyspark_hbase._spark.jars import check_version, spark_jar
from pyspark_hbase.errors import SetupError

if TYPE_CHECKING:
    from pyspark import SparkContext

CATALOG_CLASS: Final = "org.apache.spark.sql.hbase.HBaseCatalog"
VERSION_CLASS: Final = "org.apache.spark.sql.hbase.wire.ProductVersion"

_GATEWAY: Final = "PYSPARK_GATEWAY_PORT"
_WORKERS: Final = "PYSPARK_PYTHON"
_WORKERS_SETTING: Final = "spark.pyspark.python"
_SPARK_JAR: Final = "pyspark-hbase-spark"
"""In the name of every jar of ours for Spark, also of one that ``--packages`` brings."""


def is_submitted() -> bool:
    """Whether a launcher, spark-submit or the pyspark shell, has started this Python."""
    return _GATEWAY in os.environ


def chooses_master() -> bool:
    """Whether what started this Python says where Spark runs."""
    return is_submitted() or "--master" in os.environ.get("PYSPARK_SUBMIT_ARGS", "")


def running_jvm() -> Any:
    """Spark's Java process as py4j shows it; None where none runs.

    A launcher starts it before this Python, and it stays when a session is stopped.
    """
    from pyspark import SparkContext  # noqa: PLC0415  (an optional dependency)

    if SparkContext._jvm is None and is_submitted():
        SparkContext._ensure_initialized()
    return SparkContext._jvm


def settings(jvm: Any) -> dict[str, str]:
    """The settings of Spark that are known before a session starts."""
    from pyspark import SparkConf, SparkContext  # noqa: PLC0415  (an optional dependency)

    live = SparkContext._active_spark_context
    # What a Python has started itself keeps the settings of a session that was stopped.
    if jvm is None or (live is None and not is_submitted()):
        return {}
    conf = SparkConf(_jvm=jvm) if live is None else live.getConf()
    return dict(conf.getAll())


def has_jar(jvm: Any) -> bool:
    """Whether Spark's driver has our classes."""
    from py4j.java_gateway import JavaClass  # noqa: PLC0415  (an optional dependency)

    return isinstance(getattr(jvm, CATALOG_CLASS), JavaClass)


def require_jar(jvm: Any) -> None:
    """Raise :class:`SetupError` unless a Java process has our jar, of the version of this package.

    A jar on Spark's class path comes before the one that a session is given.
    """
    if not has_jar(jvm):
        raise SetupError(
            "The Java process of Spark runs already and was started without the jar of "
            f"pyspark_hbase, and Spark cannot add it later. {_advice()}"
        )
    check_version(getattr(jvm, VERSION_CLASS).CURRENT, "in Spark's driver")


def _advice() -> str:
    if not is_submitted():
        return (
            "In a new Python, call pyspark_hbase.session() or pyspark_hbase.configure(builder) "
            f"before any other Spark session; or start\n  pyspark --jars {spark_jar()}"
        )
    program = sys.argv[0] if sys.argv and sys.argv[0].endswith(".py") else ""
    launcher = f"spark-submit --jars {spark_jar()} {program}" if program else ""
    return (
        f"Start it with\n  {launcher or f'pyspark --jars {spark_jar()}'}\n"
        "(pyspark-hbase jars prints that path)."
    )


def jars(known: str) -> str:
    """Add our jar to a list of jars for executors, unless one of ours is in it."""
    listed = [part for part in known.split(",") if part]
    is_there = any(_SPARK_JAR in part.rpartition("/")[2] for part in listed)
    return ",".join(listed if is_there else [*listed, str(spark_jar())])


def name_workers(known: Mapping[str, object]) -> None:
    """Make this interpreter that of Python workers, where Spark runs on this machine alone."""
    is_local = str(known.get("spark.master", "")).startswith("local")
    if is_local and not known.get(_WORKERS_SETTING):
        os.environ.setdefault(_WORKERS, sys.executable)


def listed(context: SparkContext, setting: str) -> Iterable[str]:
    """The parts of a comma-separated setting of a live context."""
    return (context.getConf().get(setting) or "").split(",")
