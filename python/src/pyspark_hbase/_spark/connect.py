"""The catalog ``hbase`` in sessions of Spark Connect, whose server somebody else has started."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from pyspark.errors import PySparkException

from pyspark_hbase._spark.jars import check_version, check_versions, spark_jars_option
from pyspark_hbase._spark.launch import CATALOG_CLASS
from pyspark_hbase._spark.quorum import Quorum
from pyspark_hbase._spark.session import CATALOG, EXTENSIONS_CLASS
from pyspark_hbase.errors import SetupError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LOG: Final = logging.getLogger(__name__)
_CATALOG_KEY: Final = f"spark.sql.catalog.{CATALOG}"
_EXTENSIONS_KEY: Final = "spark.sql.extensions"
_QUORUM_KEY: Final = f"{_CATALOG_KEY}.quorum"


def add_to(session: SparkSession, *, quorum: str | None = None) -> SparkSession:
    """Give a session of Spark Connect the catalog ``hbase``, and return the session.

    ``quorum`` is that of HBase as the server sees it; without it the server's configuration has to
    have one. The server must have been started with the jar (docs/JVM.md): as an artifact of the
    session it could read. But then Spark cannot take back what its tasks have written. Where the
    server lacks the extensions, region servers get conditions, limits and simple aggregations, and
    the rest of a query runs in Spark. One line of the log says so.

    ```python
    import pyspark_hbase
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.remote("sc://spark-host:15002").getOrCreate()
    pyspark_hbase.add_to(spark, quorum="zk1:2181,zk2:2181")
    spark.sql("SELECT count(*) FROM hbase.default.flights").show()
    ```

    Raises:
        SetupError: the session is none of Spark Connect, no quorum is known, or the server was
            started without the jars.
        VersionMismatchError: the server has the jar of another version than this package.
    """
    if not type(session).__module__.startswith("pyspark.sql.connect."):
        raise SetupError(
            "add_to is for sessions of Spark Connect, and this is none. Start a session of your "
            "own through pyspark_hbase.configure(builder, quorum=...)."
        )
    check_versions()
    if quorum is not None:
        session.conf.set(_QUORUM_KEY, str(Quorum.parse(quorum)))
    elif session.conf.get(_QUORUM_KEY, None) is None:
        raise SetupError(
            "No quorum is known. Pass pyspark_hbase.add_to(session, quorum='host:port'), or start "
            f"the server with {_QUORUM_KEY}=host:port."
        )
    session.conf.set(_CATALOG_KEY, CATALOG_CLASS)
    try:
        found = _version(session)
    except PySparkException as error:
        if CATALOG_CLASS not in str(error):
            raise
        raise SetupError(
            "The server of Spark Connect was started without the jars of pyspark_hbase, and Spark "
            f"cannot add them later. Start it with --jars {spark_jars_option()} and --conf "
            f"{_EXTENSIONS_KEY}={EXTENSIONS_CLASS}. The format hbase_thrift reads tables "
            "without it, through a Thrift gateway: docs/PYTHON.md, A Spark source in pure Python."
        ) from error
    check_version(found, "in the server of Spark Connect")
    if EXTENSIONS_CLASS not in (session.conf.get(_EXTENSIONS_KEY, None) or ""):
        _LOG.warning(
            "The server of Spark Connect was started without %s=%s: region servers get conditions, "
            "limits and simple aggregations; other aggregates run in Spark. Start the server with "
            "it.",
            _EXTENSIONS_KEY,
            EXTENSIONS_CLASS,
        )
    return session


def _version(session: SparkSession) -> str:
    """The version of the jar that the server runs; asks HBase nothing."""
    return str(session.sql(f"CALL {CATALOG}.system.version()").collect()[0][0])
