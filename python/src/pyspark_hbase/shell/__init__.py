r"""The commands of HBase's shell as Python functions, whose results are values to go on with.

    from pyspark_hbase import shell

    with shell.connect("thrift://gateway-host:9090") as hbase:
        hbase.scan("orders", STARTROW="a", LIMIT=10)         # shown as HBase's shell shows it
        [row["f:note"] for row in hbase.scan("orders")]      # bytes

``connect("zookeeper-host:2181")`` takes HBase's own client, in a Java process, and
``of_session(spark)`` the one of a Spark session. Thrift needs no Java, and lacks ``truncate``,
``flush``, ``split``, versions and time ranges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark_hbase.shell._cell import Cell
from pyspark_hbase.shell._commands import COMMANDS, HBaseShell
from pyspark_hbase.shell._values import Names, Row, Rows, TableDescription

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = [
    "COMMANDS",
    "Cell",
    "HBaseShell",
    "Names",
    "Row",
    "Rows",
    "TableDescription",
    "connect",
    "of_session",
]


def connect(address: str) -> HBaseShell:
    """The commands over ``thrift://host:port``, or over the ZooKeeper quorum ``host:port,...``.

    Raises:
        SetupError: the address is none, or nothing answers there; Java or PySpark is missing.
    """
    if "://" in address:
        from pyspark_hbase.connection import connect as connect_thrift  # noqa: PLC0415
        from pyspark_hbase.shell._thrift import ThriftStore  # noqa: PLC0415

        return HBaseShell(ThriftStore(connect_thrift(address)))
    from pyspark_hbase.admin import Cluster  # noqa: PLC0415  (py4j, a Java process)
    from pyspark_hbase.shell._cluster import ClusterStore  # noqa: PLC0415

    return HBaseShell(ClusterStore(Cluster.connect(address)))


def of_session(spark: SparkSession, quorum: str | None = None) -> HBaseShell:
    """The commands over HBase's client inside a Spark session; ``quorum`` as its catalog has it.

    Raises:
        SetupError: the session has no jar of ours, or no quorum.
    """
    from pyspark_hbase.admin import Cluster  # noqa: PLC0415
    from pyspark_hbase.shell._cluster import ClusterStore  # noqa: PLC0415

    return HBaseShell(ClusterStore(Cluster.of_session(spark, quorum)))
