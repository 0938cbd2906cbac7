"""Statements through HBase's Thrift gateway."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pyspark_hbase._planning.key_range import intersection
from pyspark_hbase._proto import frame_pb2
from pyspark_hbase._schema.columns import KeyPlace
from pyspark_hbase.cli.sql_prompt._engines import ColumnInfo, Progress, Watch
from pyspark_hbase.cli.sql_prompt._thrift_settings import ThriftSettings
from pyspark_hbase.connection import connect

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import pyarrow as pa

    from pyspark_hbase.connection import Connection
    from pyspark_hbase.query import Query

_CATALOG: Final = "hbase"
_EXPLAIN: Final = re.compile(r"EXPLAIN\s+(?=\S)", re.IGNORECASE)
_SHOW_TABLES: Final = re.compile(r"SHOW\s+TABLES(?:\s+(?:IN|FROM)\s+([\w.`]+))?", re.IGNORECASE)
_DESCRIBE: Final = re.compile(r"DESC(?:RIBE)?\s+(?:TABLE\s+)?([\w.`:]+)", re.IGNORECASE)


class ThriftEngine:
    """Queries of one table, or of none; EXPLAIN, SHOW TABLES, DESCRIBE and SET."""

    def __init__(self, url: str, namespace: str, conf: Mapping[str, str] | None = None) -> None:
        self.namespace: Final = namespace
        self._settings = ThriftSettings()
        for key, value in (conf or {}).items():
            self._settings.change(key, value)
        self._url: Final = url
        self._connection = self._connected()
        # The first question finds out whether anybody is there.
        self._connection.tables()

    def run(self, statement: str, watch: Watch | None) -> pa.Table | None:
        """Return the result."""
        import pyarrow as pa  # noqa: PLC0415  (an optional dependency)

        if found := _SHOW_TABLES.fullmatch(statement):
            namespace = found[1] and found[1].replace("`", "").removeprefix(f"{_CATALOG}.")
            return pa.table({"table": pa.array(self._connection.tables(namespace), pa.string())})
        if found := _DESCRIBE.fullmatch(statement):
            columns = self.columns(found[1].replace("`", "").removeprefix(f"{_CATALOG}."))
            return pa.table(
                {
                    "col_name": [each.name for each in columns],
                    "data_type": [each.type for each in columns],
                    "key": ["row key" if each.is_key else "" for each in columns],
                    "null": ["" if each.is_nullable else "NOT NULL" for each in columns],
                }
            )
        if (answer := self._settings.answer(statement)) is not None:
            self._connection.close()
            self._connection = self._connected()
            return pa.table({"key": list(answer), "value": list(answer.values())})
        explained = _EXPLAIN.match(statement)
        if explained:
            lines = self.explain(statement[explained.end() :]).split("\n")
            return pa.table({"plan": lines})
        return self._in_zone(self._answered(statement, watch))

    def explain(self, statement: str) -> str:
        """The row keys that are read, and the operators of the region servers."""
        return self._connection.sql(statement).explain()

    def tables(self) -> list[str]:
        """List the tables; those of the namespace by their bare name."""
        own = f"{self.namespace}."
        return [name.removeprefix(own) for name in self._connection.tables()]

    def columns(self, table: str) -> list[ColumnInfo]:
        """List the columns of a table as the metadata has it."""
        schema = self._connection.table(table)
        return [
            ColumnInfo(each.name, str(each.type), isinstance(each.place, KeyPlace), each.nullable)
            for each in schema.columns
        ]

    def close(self) -> None:
        """Close the socket."""
        self._connection.close()

    def _connected(self) -> Connection:
        """A connection whose queries see the settings; its first question opens a socket."""
        settings = self._settings
        return connect(
            self._url, namespace=self.namespace, ansi=settings.ansi, time_zone=settings.time_zone
        )

    def _answered(self, statement: str, watch: Watch | None) -> pa.Table:
        query = self._connection.sql(statement)
        if watch is None or not query.reads_a_table:
            return query.to_arrow()
        return query.to_arrow(self._told(query, watch))

    def _in_zone(self, table: pa.Table) -> pa.Table:
        """Return the same instants, shown in the time zone of the session as Spark shows them."""
        import pyarrow as pa  # noqa: PLC0415  (an optional dependency)

        for i, field in enumerate(table.schema):
            if pa.types.is_timestamp(field.type) and field.type.tz is not None:
                zoned = pa.timestamp(field.type.unit, tz=self._settings.time_zone)
                table = table.set_column(i, field.with_type(zoned), table.column(i).cast(zoned))
        return table

    def _told(self, query: Query, watch: Watch) -> Callable[[frame_pb2.FrameHeader], None]:
        """Counts frames for a watch; the regions that are read are those of now."""
        bounds = query.plan.row_bounds
        regions = self._connection.regions(query.plan.schema)
        total = sum(bounds is not None and bool(intersection(bounds, each)) for each in regions)
        done: set[str] = set()
        rows = 0

        def tell(header: frame_pb2.FrameHeader) -> None:
            nonlocal rows
            rows += header.statistics.rows_scanned
            if header.stop_reason == frame_pb2.END_OF_REGION:
                done.add(header.region)
            watch(Progress(len(done), max(total, len(done)), "regions", rows))

        return tell
