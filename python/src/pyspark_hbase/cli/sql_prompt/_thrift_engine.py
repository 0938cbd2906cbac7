"""Statements through HBase's Thrift gateway."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pyspark_hbase._planning.key_range import intersection
from pyspark_hbase._proto import frame_pb2
from pyspark_hbase._schema.columns import KeyPlace
from pyspark_hbase._text.nearest import did_you_mean
from pyspark_hbase.cli.sql_prompt._engines import ColumnInfo, Progress, Watch
from pyspark_hbase.connection import connect
from pyspark_hbase.errors import TableNotFoundError

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyarrow as pa

    from pyspark_hbase.query import Query

_EXPLAIN: Final = re.compile(r"EXPLAIN\s+(?=\S)", re.IGNORECASE)
_SHOW_TABLES: Final = re.compile(r"SHOW\s+TABLES", re.IGNORECASE)


class ThriftEngine:
    """Queries of one table, EXPLAIN of them, and SHOW TABLES."""

    def __init__(self, url: str, namespace: str) -> None:
        self._connection = connect(url, namespace=namespace)
        self._namespace = namespace
        # The first question finds out whether anybody is there.
        self._connection.tables()

    def run(self, statement: str, watch: Watch | None) -> pa.Table | None:
        """The result."""
        import pyarrow as pa  # noqa: PLC0415  (an optional dependency)

        if _SHOW_TABLES.fullmatch(statement):
            return pa.table({"table": pa.array(self._connection.tables(), pa.string())})
        explained = _EXPLAIN.match(statement)
        if explained:
            lines = self.explain(statement[explained.end() :]).split("\n")
            return pa.table({"plan": lines})
        query = self._query(statement)
        return query.to_arrow(None if watch is None else self._told(query, watch))

    def explain(self, statement: str) -> str:
        """The row keys that are read, and the operators of the region servers."""
        return self._query(statement).explain()

    def tables(self) -> list[str]:
        """List the tables; tables of the namespace by their bare name too."""
        names = self._connection.tables()
        own = f"{self._namespace}."
        return [name.removeprefix(own) for name in names if name.startswith(own)] + names

    def columns(self, table: str) -> list[ColumnInfo]:
        """List the columns of a table, as its metadata has them."""
        try:
            schema = self._connection.table(table)
        except TableNotFoundError as error:
            raise self._with_hint(error, table) from error
        return [
            ColumnInfo(each.name, str(each.type), isinstance(each.place, KeyPlace), each.nullable)
            for each in schema.columns
        ]

    def close(self) -> None:
        """Close the socket."""
        self._connection.close()

    def _query(self, statement: str) -> Query:
        try:
            return self._connection.sql(statement)
        except TableNotFoundError as error:
            raise self._with_hint(error, error.values.get("table", "")) from error

    def _with_hint(self, error: TableNotFoundError, table: str) -> TableNotFoundError:
        names = self.tables()
        hint = did_you_mean(table.removeprefix(f"{self._namespace}."), names)
        return TableNotFoundError(error.code, error.sentence + hint, **error.values)

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
