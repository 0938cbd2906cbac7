"""Makes a running SparkContext ready for HBase: ``context.register(sc)``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from pyspark_hbase._spark import launch
from pyspark_hbase._spark.quorum import QUORUM_VARIABLE, Quorum
from pyspark_hbase._spark.session import CATALOG, EXTENSIONS_CLASS, catalog_settings
from pyspark_hbase.errors import SetupError

if TYPE_CHECKING:
    from pyspark import SparkContext
    from pyspark.sql import SparkSession

_FIRST: Final[WeakKeyDictionary[SparkContext, Any]] = WeakKeyDictionary()
"""The first session over each context, in Java."""


def register(sc: SparkContext, quorum: str | None = None) -> None:
    """Let sessions of ``sc`` that start from now on have the catalog ``hbase``.

    The jar must be there already (``pyspark --jars``). ``quorum`` defaults to the one ``sc`` was
    started with (``--conf spark.sql.catalog.hbase.quorum=host:port``), then to the environment
    variable ``PYSPARK_HBASE_QUORUM``. Calling it again changes nothing.

    Raises :class:`SetupError` when the jar is missing or of another version than this package, or
    when no quorum is known or reachable.
    """
    require_jars(sc)
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


def require_jars(sc: SparkContext) -> None:
    """Raise :class:`SetupError` unless the driver of ``sc`` has the jar of this package."""
    launch.require_jars(sc._jvm)


def new_session(sc: SparkContext) -> SparkSession:
    """A session of its own, with the extensions, over ``sc``.

    Sessions over one context share global views. Settings and temporary views are each one's own.
    """
    from pyspark.sql import SparkSession  # noqa: PLC0415  (an optional dependency)

    jvm = sc._jvm
    assert jvm is not None
    first = _FIRST.get(sc)
    if first is None:
        # SparkSession(sc) alone would give the default session, which may be older than register().
        _FIRST[sc] = java_session = SparkSession._get_j_spark_session_class(jvm)(sc._jsc.sc(), {})
    else:
        java_session = first.newSession()
    session = SparkSession(sc, java_session)
    # What sessions share holds the settings of its first session: another quorum came later.
    for name, value in sc.getConf().getAll():
        if name.startswith((f"spark.sql.catalog.{CATALOG}", "spark.sql.hbase.")):
            session.conf.set(name, value)
    return session
