"""Spark sessions with the catalog ``hbase``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from pyspark_hbase._spark import launch
from pyspark_hbase._spark.jars import check_versions, published_region_server_jar
from pyspark_hbase._spark.java import java_command
from pyspark_hbase._spark.launch import CATALOG_CLASS
from pyspark_hbase._spark.quorum import (
    QUORUM_VARIABLE,
    Quorum,
    configured_site,
    is_kept_elsewhere,
)
from pyspark_hbase._text.extras import require_extras
from pyspark_hbase._text.nearest import did_you_mean
from pyspark_hbase.errors import SetupError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

CATALOG: Final = "hbase"
EXTENSIONS_CLASS: Final = "org.apache.spark.sql.hbase.HBaseSparkSessionExtensions"
REGISTRATOR_CLASS: Final = "org.apache.spark.sql.hbase.HBaseKryoRegistrator"

_MASTER: Final = "spark.master"
_NAME: Final = "spark.app.name"
_JARS: Final = "spark.jars"
_EXTENSIONS: Final = "spark.sql.extensions"
_REGISTRATION_REQUIRED: Final = "spark.kryo.registrationRequired"
_REGISTRATOR: Final = "spark.kryo.registrator"
_COPROCESSOR_JAR: Final = "spark.sql.hbase.coprocessor.jar"
_PREFIX: Final = f"spark.sql.catalog.{CATALOG}"
_QUORUM: Final = f"{_PREFIX}.quorum"
_ARGUMENTS: Final = ("quorum", "master", "app_name")
_NAMING: Final = tuple(
    f"{_PREFIX}.{name}"
    for name in ("site", "hbase.client.bootstrap.servers", "hbase.zookeeper.quorum")
)
"""Settings that say where the cluster is, in place of a quorum."""


def configure(builder: SparkSession.Builder, *, quorum: str | None = None) -> SparkSession.Builder:
    """Give ``builder`` the catalog ``hbase`` of the cluster at ``quorum`` (``host:port,...``).

    Without ``quorum``, settings of the builder or of spark-submit say where the cluster is,
    ``spark.sql.catalog.hbase.quorum``, ``spark.sql.catalog.hbase.site`` or
    ``spark.sql.catalog.hbase.hbase.client.bootstrap.servers``. Else it is the cluster of
    ``PYSPARK_HBASE_QUORUM``, or of the hbase-site.xml in ``HBASE_CONF_DIR``. Adds the bundled jars
    and the extensions to those the builder has already, and returns it. On a cluster of this
    machine, tables that CREATE TABLE makes get the bundled region-server jar, unless its
    hbase-site.xml keeps the files elsewhere. For other clusters set
    ``spark.sql.hbase.coprocessor.jar`` to a path that every region server can read. With a local
    master, the workers of Python run this interpreter, unless ``PYSPARK_PYTHON`` names another.

    ```python
    import pyspark_hbase
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.appName("delays").config("spark.sql.shuffle.partitions", 4)
    spark = pyspark_hbase.configure(builder, quorum="zk1:2181,zk2:2181").getOrCreate()
    ```

    Raises:
        SetupError: the quorum is unknown, malformed, or does not answer within seconds; there is no
            Java 17; Spark's Java process runs already without the jars; a session of another
            cluster is live.
        VersionMismatchError: the package and its jars are of two versions.
    """
    require_extras("pyspark_hbase.configure")
    options: dict[str, object] = getattr(builder, "_options", {})
    check_versions()
    jvm = launch.running_jvm()
    known: Mapping[str, object] = {**launch.settings(jvm), **options}
    cluster = _cluster(known, quorum)
    settings = catalog_settings(cluster)
    if jvm is not None:
        launch.require_jars(jvm)
        _check_live_session(settings, quorum)
    cluster.check_reachable()
    for key, value in settings.items():
        if key not in known or (key == _QUORUM and quorum is not None):
            builder = builder.config(key, value)
    if str(known.get(_REGISTRATION_REQUIRED)).lower() == "true":
        builder = builder.config(_REGISTRATOR, _with(known.get(_REGISTRATOR), REGISTRATOR_CLASS))
    launch.name_workers(known)
    builder = builder.config(_JARS, launch.jars(str(known.get(_JARS) or "")))
    return builder.config(_EXTENSIONS, _with(known.get(_EXTENSIONS), EXTENSIONS_CLASS))


def session(
    *,
    quorum: str | None = None,
    master: str | None = None,
    app_name: str | None = None,
    **conf: str | int | bool,
) -> SparkSession:
    """A SparkSession with the catalog ``hbase``; ``conf`` are Spark's own settings.

    Master and name are those that spark-submit was given; without it ``local[2]`` and
    ``pyspark-hbase``.

    ```python
    import pyspark_hbase

    spark = pyspark_hbase.session(
        quorum="zk1:2181,zk2:2181", app_name="delays", **{"spark.sql.shuffle.partitions": 4}
    )
    spark.sql("SELECT carrier, count(*) FROM hbase.default.flights GROUP BY carrier").show()
    ```

    Raises:
        SetupError: as :func:`configure`.
        VersionMismatchError: as :func:`configure`.
        TypeError: an argument that is none, and no setting of Spark, whose names have dots.
    """
    require_extras("pyspark_hbase.session")
    from pyspark.sql import SparkSession  # noqa: PLC0415  (an optional dependency)

    _check_names(conf)
    java_command()
    own = {} if launch.chooses_master() else {_MASTER: "local[2]", _NAME: "pyspark-hbase"}
    given = {_MASTER: master, _NAME: app_name}
    builder = SparkSession.Builder()
    for key, value in {**own, **conf, **{k: v for k, v in given.items() if v}}.items():
        builder = builder.config(key, value)
    spark = configure(builder, quorum=quorum).getOrCreate()
    launch.require_jars(spark.sparkContext._jvm)
    return spark


def _check_names(conf: Mapping[str, object]) -> None:
    """Refuse misspelt arguments, which Spark would take for settings that nobody reads."""
    for name in conf:
        if "." not in name:
            raise TypeError(
                f"session() has no argument {name!r}.{did_you_mean(name, _ARGUMENTS)} Settings of "
                "Spark have names with dots: session(..., **{'spark.sql.shuffle.partitions': 4})."
            )


def catalog_settings(cluster: Quorum) -> dict[str, str]:
    """The settings of a session, or of its configuration, that make the catalog ``hbase``."""
    settings = {_PREFIX: CATALOG_CLASS}
    if (site := configured_site()) is not None:
        settings[f"{_PREFIX}.site"] = site.as_uri()
    if cluster.servers:
        settings[_QUORUM] = str(cluster)
    if cluster.is_local() and not is_kept_elsewhere():
        settings[_COPROCESSOR_JAR] = published_region_server_jar().as_uri()
    return settings


def _cluster(known: Mapping[str, object], quorum: str | None) -> Quorum:
    if quorum is None:
        if (named := known.get(_QUORUM)) is not None:
            return Quorum.parse(str(named))
        if any(setting in known for setting in _NAMING):
            return Quorum(())
    return Quorum.given_or_configured(quorum)


def _check_live_session(settings: Mapping[str, str], quorum: str | None) -> None:
    """Refuse what a live context, or a live session of another cluster, cannot do any more."""
    from pyspark import SparkContext  # noqa: PLC0415  (an optional dependency)
    from pyspark.sql import SparkSession  # noqa: PLC0415  (the same)

    context = SparkContext._active_spark_context
    if context is None:
        return
    if EXTENSIONS_CLASS not in launch.listed(context, _EXTENSIONS):
        raise SetupError(
            "A Spark session is live that was started without the extensions of pyspark_hbase, and "
            "Spark cannot add them later. Call stop() on it first, or start it with --conf "
            f"{_EXTENSIONS}={EXTENSIONS_CLASS}."
        )
    live = SparkSession._instantiatedSession
    if live is None or live.sparkContext._jsc is None or live.conf.get(_PREFIX, None) is None:
        return
    there = live.conf.get(_QUORUM, None)
    if settings.get(_QUORUM) is not None and settings[_QUORUM] != _normal(there):
        where = f"of quorum {there}" if there else "that spark.sql.catalog.hbase.* names"
        asked = "quorum=" if quorum is not None else QUORUM_VARIABLE
        raise SetupError(
            f"A Spark session of the HBase cluster {where} is live, and its catalog "
            f"{CATALOG} stays with that cluster; {asked} names {settings[_QUORUM]}. Call stop() "
            "on the session first. To use both clusters in one session, give it a second catalog: "
            f"spark.conf.set('spark.sql.catalog.other', '{CATALOG_CLASS}') and "
            f"spark.conf.set('spark.sql.catalog.other.quorum', '{settings[_QUORUM]}')."
        )


def _normal(quorum: str | None) -> str | None:
    return None if quorum is None else str(Quorum.parse(quorum))


def _with(present: object, addition: str) -> str:
    """The comma-separated list ``present`` with ``addition`` at its end, once."""
    parts = [part for part in str(present or "").split(",") if part and part != addition]
    return ",".join([*parts, addition])
