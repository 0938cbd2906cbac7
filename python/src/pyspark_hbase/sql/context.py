"""Makes a running SparkContext ready for HBase: ``context.register(sc)``."""

from __future__ import annotations

import os

from py4j.java_gateway import JavaClass
from pyspark import SparkContext
from pyspark.sql import SparkSession

from pyspark_hbase._spark.jars import spark_jar
from pyspark_hbase._spark.quorum import Quorum
from pyspark_hbase._spark.session import (
    CATALOG,
    CATALOG_CLASS,
    EXTENSIONS_CLASS,
    catalog_settings,
    check_running_version,
)
from pyspark_hbase.errors import SetupError

QUORUM_VARIABLE = "HBASE_QUORUM"


def register(sc: SparkContext, quorum: str | None = None) -> None:
    """Let sessions of ``sc`` that start from now on have the catalog ``hbase``.

    The jar must be there already (``pyspark --jars``). ``quorum`` defaults to the one ``sc`` was
    started with (``--conf spark.sql.catalog.hbase.quorum=host:port``), then to the environment
    variable ``HBASE_QUORUM``. Calling it again changes nothing.

    Raises :class:`SetupError` when the jar is missing or of another version than this package, or
    when no quorum is known or reachable.
    """
    require_jar(sc)
    check_running_version(sc)
    conf = sc.getConf()
    key = f"spark.sql.catalog.{CATALOG}.quorum"
    known = quorum or conf.get(key) or os.environ.get(QUORUM_VARIABLE)
    if known is None:
        raise SetupError(
            "No quorum is known. Pass context.register(sc, quorum='host:port'), start Spark with "
            f"--conf {key}=host:port, or set {QUORUM_VARIABLE}."
        )
    cluster = Quorum.parse(known)
    cluster.check_reachable()
    settings = catalog_settings(cluster)
    extensions = [part for part in (conf.get("spark.sql.extensions") or "").split(",") if part]
    if EXTENSIONS_CLASS not in extensions:
        settings["spark.sql.extensions"] = ",".join([*extensions, EXTENSIONS_CLASS])
    # The context's own configuration, which new sessions start from; getConf() is a copy.
    live = sc._jsc.sc().conf()
    for name, value in settings.items():
        if name == key or not live.contains(name) or name == "spark.sql.extensions":
            live.set(name, value)


def require_jar(sc: SparkContext) -> None:
    """Raise :class:`SetupError` unless the driver of ``sc`` has the Spark-side jar."""
    jvm = sc._jvm
    assert jvm is not None
    if not isinstance(getattr(jvm, CATALOG_CLASS), JavaClass):
        raise SetupError(
            "This SparkContext was started without the jar of pyspark_hbase, and Spark cannot add "
            f"it later. Start Spark with\n  pyspark --jars {spark_jar()}\nor use "
            "pyspark_hbase.session(quorum='host:port')."
        )


def new_session(sc: SparkContext) -> SparkSession:
    """A session of its own, with the extensions, over ``sc``."""
    jvm = sc._jvm
    assert jvm is not None
    # SparkSession(sc) alone would give the default session, which may be older than register().
    java_session = SparkSession._get_j_spark_session_class(jvm)(sc._jsc.sc(), {})
    return SparkSession(sc, java_session)
