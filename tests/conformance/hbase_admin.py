"""HBase's own administration of tables, which the connector has no part in.

Its Java client is in the JVM of every session with the connector.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from pyspark.sql import SparkSession

_PATIENCE_SECONDS: Final = 60.0


class HBaseAdmin:
    """The part of ``org.apache.hadoop.hbase.client.Admin`` that the tests use."""

    def __init__(self, hbase: Any, admin: Any) -> None:
        self._hbase = hbase
        self._admin = admin

    def flush(self, table: str) -> None:
        """Write what a table, ``namespace:name``, holds in memory to store files."""
        self._admin.flush(self._hbase.TableName.valueOf(table))

    def version(self) -> str:
        """The release of HBase, as its master says it."""
        return str(self._admin.getClusterMetrics().getHBaseVersion())

    def split(self, table: str, row: bytes) -> None:
        """Split a table of one region, and wait until both halves are open."""
        name = self._hbase.TableName.valueOf(table)
        self._admin.split(name, row)
        self._wait(lambda: self._admin.getRegions(name).size() == 2)

    def move(self, table: str) -> None:
        """Move each region of a table to some other server, and wait until it is open there."""
        for region in self._admin.getRegions(self._hbase.TableName.valueOf(table)):
            self._admin.move(region.getEncodedNameAsBytes())

    @staticmethod
    def _wait(is_done: Callable[[], bool]) -> None:
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while not is_done():
            assert time.monotonic() < deadline
            time.sleep(0.1)

    def set_values(self, table: str, values: Mapping[str, str]) -> None:
        """Set values of a table's descriptor; its regions open again with them."""
        descriptor = self._admin.getDescriptor(self._hbase.TableName.valueOf(table))
        builder = self._hbase.client.TableDescriptorBuilder.newBuilder(descriptor)
        for name, value in values.items():
            builder.setValue(name, value)
        self._admin.modifyTable(builder.build())


@contextmanager
def connect(spark: SparkSession, quorum: str) -> Iterator[HBaseAdmin]:
    """A connection of its own."""
    jvm = spark._jvm
    assert jvm is not None
    hbase = jvm.org.apache.hadoop.hbase
    conf = hbase.HBaseConfiguration.create()
    conf.set("hbase.zookeeper.quorum", quorum)
    connection = hbase.client.ConnectionFactory.createConnection(conf)
    try:
        yield HBaseAdmin(hbase, connection.getAdmin())
    finally:
        connection.close()
