r"""The commands of HBase's shell as Python functions, whose results are values to go on with.

```python
from pyspark_hbase import shell

hbase = shell.of_session(spark)              # or shell.connect("thrift://gateway-host:9090")
hbase.create("notes", "f", {"NAME": "g", "VERSIONS": 3})
hbase.put("notes", "monday", "f:text", "fish")
rows = hbase.scan("notes", STARTROW="m", LIMIT=10)
print(rows)                                  # shown as HBase's shell shows it
[row["f:text"] for row in rows]              # bytes
assert isinstance(rows, shell.Rows) and isinstance(rows.first(), shell.Row)
assert isinstance(rows.first().cells[0], shell.Cell)
rows.to_list(), rows.to_arrow(), rows.to_pandas()
hbase.get("notes", "monday", "f:text")
hbase.count("notes")
hbase.append("notes", "monday", "f:text", " soup")
hbase.incr("notes", "monday", "f:read", 2)
hbase.get_counter("notes", "monday", "f:read")
hbase.delete("notes", "monday", "f:text")
hbase.deleteall("notes", "monday")

assert isinstance(hbase.list("no.*"), shell.Names)
assert isinstance(hbase.describe("notes"), shell.TableDescription)
hbase.exists("notes"), hbase.is_enabled("notes"), hbase.is_disabled("notes")
hbase.flush("notes")
hbase.compact("notes")
hbase.major_compact("notes", "f")
hbase.split("notes", "t")
hbase.get_splits("notes")
hbase.truncate("notes")
hbase.truncate_preserve("notes")
hbase.disable("notes")
hbase.enable("notes")
hbase.disable("notes")
hbase.drop("notes")
assert isinstance(hbase, shell.HBaseShell) and set(hbase.commands()) == set(shell.COMMANDS)
hbase.close()
```

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
