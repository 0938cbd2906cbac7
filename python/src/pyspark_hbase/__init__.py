"""Spark SQL on HBase: sub-plans of Spark queries run inside HBase region servers.

- ``session``, ``configure``: a SparkSession with the catalog ``hbase``, and its builder
- ``add_to``: the same for a session of Spark Connect
- ``connect``, ``Connection``: SQL through HBase's Thrift gateway, without Spark and Java
- ``SubPlan``, ``TableSchema``: what region servers do with the rows of a table, built in Python
- ``explain``: what a query reads, and what runs where: as a text or in pictures

Modules: ``expressions`` and ``functions`` are for sub-plans, ``sql`` is for programs written for
``HBaseSQLContext``, ``shell`` has the commands of HBase's shell, and ``admin`` deploys.
``datasource`` is a Spark source without a jar, ``embedded`` an HBase to try things on, and
``errors`` has all errors. ``session``, ``configure``, ``add_to`` and ``explain`` need PySpark; the
rest of this package does not.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from pyspark_hbase._text.extras import ENTRY_POINTS, require_extras

if TYPE_CHECKING:
    from pyspark_hbase._explain.report import explain
    from pyspark_hbase._spark.connect import add_to
    from pyspark_hbase._spark.session import configure, session
    from pyspark_hbase.connection import Connection, connect
    from pyspark_hbase.plan import SubPlan
    from pyspark_hbase.table_schema import TableSchema

    __version__: str

__all__ = [
    "Connection",
    "SubPlan",
    "TableSchema",
    "add_to",
    "configure",
    "connect",
    "explain",
    "session",
]

_HOMES: Final = {
    "Connection": "pyspark_hbase.connection",
    "SubPlan": "pyspark_hbase.plan",
    "TableSchema": "pyspark_hbase.table_schema",
    "add_to": "pyspark_hbase._spark.connect",
    "configure": "pyspark_hbase._spark.session",
    "connect": "pyspark_hbase.connection",
    "explain": "pyspark_hbase._explain.report",
    "session": "pyspark_hbase._spark.session",
}


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


# Not for type checkers: to them any name would be there.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Import what a name needs when it is first used: PySpark only for sessions."""
        if name == "__version__":
            from importlib.metadata import version  # noqa: PLC0415  (takes longer than the rest)

            return version("pyspark-hbase")
        if name in _HOMES:
            try:
                home = import_module(_HOMES[name])
            except ModuleNotFoundError:
                # Another module than those of the extra is missing where this raises nothing.
                if f"{__name__}.{name}" in ENTRY_POINTS:
                    require_extras(f"{__name__}.{name}")
                raise
            return getattr(home, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
