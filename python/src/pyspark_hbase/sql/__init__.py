"""The entry points of the first Spark SQL on HBase, for today's Spark.

``context.register(sc)`` once, then ``HBaseSQLContext(sc).sql("SELECT ...")``. New programs use
:func:`pyspark_hbase.session`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyspark_hbase._spark.session import CATALOG
from pyspark_hbase._text.extras import require_extras
from pyspark_hbase.sql import context

if TYPE_CHECKING:
    from pyspark import SparkContext
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["HBaseSQLContext", "context"]


class HBaseSQLContext:
    """SQL on HBase tables over a running SparkContext.

    It has a session of its own, whose current catalog is ``hbase``: a bare table name is a table
    of ``hbase.default``. Everything else of that session is under :attr:`session`.

    ```python
    from pyspark_hbase.sql import HBaseSQLContext

    context = HBaseSQLContext(spark)
    context.sql("SELECT origin, count(*) FROM flights GROUP BY origin").collect()
    context.table("flights").count()
    context.tables("default").collect()
    ```

    Raises:
        TypeError: it is given neither a SparkContext nor a SparkSession.
        SetupError: Spark was started without the jar, or no quorum is known or reachable.
    """

    def __init__(self, sc: SparkContext | SparkSession, quorum: str | None = None) -> None:
        """Register ``sc``, or the context of a session, if nobody has: :func:`context.register`.

        Raises:
            TypeError: ``sc`` is something else.
        """
        require_extras("HBaseSQLContext")
        running: Any = getattr(sc, "sparkContext", sc)
        if not hasattr(running, "_jvm"):
            raise TypeError(f"HBaseSQLContext takes a SparkContext or a SparkSession, not {sc!r}.")
        context.register(running, quorum)
        self.session: SparkSession = context.new_session(running)
        self.session.catalog.setCurrentCatalog(CATALOG)

    def sql(self, query: str, args: dict[str, Any] | list[Any] | None = None) -> DataFrame:
        """The result of ``query``; statements run at once, queries when they are asked for rows."""
        return self.session.sql(query, args)

    def table(self, name: str) -> DataFrame:
        """The rows of a table or view."""
        return self.session.table(name)

    def tables(self, namespace: str = "default") -> DataFrame:
        """Names of the tables of ``namespace``, one row each, as SHOW TABLES gives them."""
        return self.session.sql("SHOW TABLES IN IDENTIFIER(:name)", {"name": namespace})
