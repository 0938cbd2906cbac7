"""Spark sessions with the catalog ``hbase``."""

from __future__ import annotations

from typing import Final

from pyspark import SparkContext
from pyspark.sql import SparkSession

from pyspark_hbase._spark.jars import (
    check_version,
    check_versions,
    published_region_server_jar,
    spark_jar,
)
from pyspark_hbase._spark.java import java_command
from pyspark_hbase._spark.quorum import Quorum, configured_site
from pyspark_hbase.errors import SetupError

CATALOG: Final = "hbase"
CATALOG_CLASS: Final = "org.apache.spark.sql.hbase.HBaseCatalog"
EXTENSIONS_CLASS: Final = "org.apache.spark.sql.hbase.HBaseSparkSessionExtensions"
REGISTRATOR_CLASS: Final = "org.apache.spark.sql.hbase.HBaseKryoRegistrator"
VERSION_CLASS: Final = "org.apache.spark.sql.hbase.wire.ProductVersion"

_JARS: Final = "spark.jars"
_EXTENSIONS: Final = "spark.sql.extensions"
_REGISTRATION_REQUIRED: Final = "spark.kryo.registrationRequired"
_REGISTRATOR: Final = "spark.kryo.registrator"
_COPROCESSOR_JAR: Final = "spark.sql.hbase.coprocessor.jar"
_NAMING: Final = tuple(
    f"spark.sql.catalog.{CATALOG}.{name}"
    for name in ("site", "hbase.client.bootstrap.servers", "hbase.zookeeper.quorum")
)
"""Settings that say where the cluster is, in place of a quorum."""


def configure(builder: SparkSession.Builder, *, quorum: str | None = None) -> SparkSession.Builder:
    """Give ``builder`` the catalog ``hbase`` of the cluster at ``quorum`` (``host:port,...``).

    Without ``quorum``, settings of the builder say where the cluster is,
    ``spark.sql.catalog.hbase.site`` or ``spark.sql.catalog.hbase.hbase.client.bootstrap.servers``;
    else it is that of ``PYSPARK_HBASE_QUORUM``, or of the hbase-site.xml in ``HBASE_CONF_DIR``.
    Adds the bundled jar and the extensions to those the builder has already, and returns it. On a
    cluster of this machine, tables that CREATE TABLE makes get the bundled region-server jar;
    elsewhere set ``spark.sql.hbase.coprocessor.jar`` to a path that every region server can read.

    Raises :class:`SetupError` when the quorum is unknown, malformed, or does not answer within
    seconds, when there is no Java 17, and when a Spark session is live that was started without the
    jar: jars and extensions cannot be added to it. :class:`VersionMismatchError`, which is one too,
    when the package and its jars are of two versions.
    """
    options: dict[str, object] = getattr(builder, "_options", {})
    is_named = quorum is None and any(setting in options for setting in _NAMING)
    cluster = Quorum.of(None) if is_named else Quorum.given_or_configured(quorum)
    check_versions()
    settings = catalog_settings(cluster)
    jar = str(spark_jar())
    _check_live_context(jar)
    cluster.check_reachable()
    for key, value in settings.items():
        if key not in options:
            builder = builder.config(key, value)
    if str(options.get(_REGISTRATION_REQUIRED)).lower() == "true":
        builder = builder.config(_REGISTRATOR, _with(options.get(_REGISTRATOR), REGISTRATOR_CLASS))
    builder = builder.config(_JARS, _with(options.get(_JARS), jar))
    return builder.config(_EXTENSIONS, _with(options.get(_EXTENSIONS), EXTENSIONS_CLASS))


def session(
    *,
    quorum: str | None = None,
    master: str = "local[2]",
    app_name: str = "pyspark-hbase",
    **conf: str | int | bool,
) -> SparkSession:
    """A SparkSession with the catalog ``hbase``; ``conf`` are Spark's own settings.

    ``session(quorum="localhost:2181", **{"spark.sql.shuffle.partitions": 4})``. Raises what
    :func:`configure` raises.
    """
    java_command()
    builder = SparkSession.Builder().master(master).appName(app_name)
    for key, value in conf.items():
        builder = builder.config(key, value)
    spark = configure(builder, quorum=quorum).getOrCreate()
    check_running_version(spark.sparkContext)
    return spark


def check_running_version(sc: SparkContext) -> None:
    """Raise :class:`VersionMismatchError` if the driver has another build of the jar.

    One on Spark's class path comes before the one that a session is given.
    """
    jvm = sc._jvm
    assert jvm is not None
    check_version(getattr(jvm, VERSION_CLASS).CURRENT, "in Spark's driver")


def catalog_settings(cluster: Quorum) -> dict[str, str]:
    """The settings of a session, or of its configuration, that make the catalog ``hbase``."""
    prefix = f"spark.sql.catalog.{CATALOG}"
    settings = {prefix: CATALOG_CLASS}
    if (site := configured_site()) is not None:
        settings[f"{prefix}.site"] = site.as_uri()
    if cluster.servers:
        settings[f"{prefix}.quorum"] = str(cluster)
    if cluster.is_local():
        settings[_COPROCESSOR_JAR] = published_region_server_jar().as_uri()
    return settings


def _check_live_context(jar: str) -> None:
    live = SparkContext._active_spark_context
    if live is None:
        return
    conf = live.getConf()
    missing = [
        setting
        for setting, value in ((_JARS, jar), (_EXTENSIONS, EXTENSIONS_CLASS))
        if value not in (conf.get(setting) or "").split(",")
    ]
    if missing:
        raise SetupError(
            "A Spark session is live that was started without pyspark_hbase "
            f"({' and '.join(missing)} lack what it needs), and Spark cannot add that later. Call "
            "stop() on it first, or start it through pyspark_hbase.configure(builder, quorum=...)."
        )


def _with(present: object, addition: str) -> str:
    """The comma-separated list ``present`` with ``addition`` at its end, once."""
    parts = [part for part in str(present or "").split(",") if part and part != addition]
    return ",".join([*parts, addition])
