"""The Java process of Spark that runs already, and what it was started with."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from pyspark_hbase._spark.jars import (
    COMMON,
    OF_A_LINE,
    check_version,
    spark_jars,
    spark_jars_option,
)
from pyspark_hbase.errors import SetupError

if TYPE_CHECKING:
    from pyspark import SparkContext

CATALOG_CLASS: Final = "org.apache.spark.sql.hbase.HBaseCatalog"
VERSION_CLASS: Final = "org.apache.spark.sql.hbase.wire.ProductVersion"

_GATEWAY: Final = "PYSPARK_GATEWAY_PORT"
_WORKERS: Final = "PYSPARK_PYTHON"
_WORKERS_SETTING: Final = "spark.pyspark.python"


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


def missing_jars(jvm: Any) -> list[str]:
    """The names of those of our jars that Spark's driver does not have."""
    from py4j.java_gateway import JavaClass  # noqa: PLC0415  (an optional dependency)

    # Classes of a line are loaded with those of the common jar, and not without.
    if not isinstance(getattr(jvm, VERSION_CLASS), JavaClass):
        present = jvm.java.lang.Thread.currentThread().getContextClassLoader()
        resource = CATALOG_CLASS.replace(".", "/") + ".class"
        return [COMMON] if present.getResource(resource) is not None else [COMMON, OF_A_LINE]
    return [] if isinstance(getattr(jvm, CATALOG_CLASS), JavaClass) else [OF_A_LINE]


def require_jars(jvm: Any) -> None:
    """Raise :class:`SetupError` unless a Java process has our jars, of the version of this package.

    A jar on Spark's class path comes before the one that a session is given.
    """
    missing = missing_jars(jvm)
    if missing:
        raise SetupError(
            "The Java process of Spark runs already and was started without "
            f"{' and '.join(missing)}, and Spark cannot add a jar later. {_advice()}"
        )
    check_version(getattr(jvm, VERSION_CLASS).CURRENT, "in Spark's driver")


def _advice() -> str:
    if not is_submitted():
        return (
            "In a new Python, call pyspark_hbase.session() or pyspark_hbase.configure(builder) "
            f"before any other Spark session; or start\n  pyspark --jars {spark_jars_option()}"
        )
    program = sys.argv[0] if sys.argv and sys.argv[0].endswith(".py") else ""
    launcher = f"spark-submit --jars {spark_jars_option()} {program}" if program else ""
    return (
        f"Start it with\n  {launcher or f'pyspark --jars {spark_jars_option()}'}\n"
        "(pyspark-hbase jars prints those paths)."
    )


def jars(known: str) -> str:
    """Add to a list of jars for executors each of ours that is not in it."""
    listed = [part for part in known.split(",") if part]
    names = " ".join(part.rpartition("/")[2] for part in listed)
    own = zip((COMMON, OF_A_LINE), spark_jars(), strict=True)
    return ",".join([*listed, *(str(jar) for kind, jar in own if kind not in names)])


def name_workers(known: Mapping[str, object]) -> None:
    """Make this interpreter that of Python workers, where Spark runs on this machine alone."""
    is_local = str(known.get("spark.master", "")).startswith("local")
    if is_local and not known.get(_WORKERS_SETTING):
        os.environ.setdefault(_WORKERS, sys.executable)


def listed(context: SparkContext, setting: str) -> Iterable[str]:
    """The parts of a comma-separated setting of a live context."""
    return (context.getConf().get(setting) or "").split(",")
