"""The queries of a connection, planned once for as long as their tables are what they were.

A query is kept by its text and the values of its arguments. A point read is kept by its text alone.
For other arguments only the row key is computed, and whether the table has changed is asked
together with the row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import date, datetime, timezone
from decimal import Decimal
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

from pyspark_hbase._queries.recent import Recent

if TYPE_CHECKING:
    import happybase
    import pyarrow as pa

    from pyspark_hbase._execution.point_read import PointRead, Row
    from pyspark_hbase._execution.prepared import PreparedPlan
    from pyspark_hbase._queries.known_tables import Tables
    from pyspark_hbase._queries.prepared_query import PreparedQuery
    from pyspark_hbase._thrift.gateway_link import GatewayLink
    from pyspark_hbase._thrift.row_requests import Cells
    from pyspark_hbase._translation._finish import Finish
    from pyspark_hbase._translation._point_query import PointQuery
    from pyspark_hbase._translation._select import PlannedQuery
    from pyspark_hbase.gateway import Watch
    from pyspark_hbase.query import Query
    from pyspark_hbase.table_schema import TableSchema

__all__ = ["Arguments", "PreparedQueries", "SQLOptions"]

Arguments = Mapping[str, Any] | Sequence[Any] | None

_Key = tuple[Any, ...]
"""A text, with the values of its arguments."""

_PLAIN: Final = (type(None), bool, int, float, str, bytes, Decimal, date)


@dataclass(frozen=True, slots=True)
class SQLOptions:
    """The arguments of ``connect`` that change what a text means."""

    namespace: str
    ansi: bool
    time_zone: str


class PreparedQueries:
    """Plans queries, and keeps the last ones. Threads may share it."""

    def __init__(self, link: GatewayLink, tables: Tables, options: SQLOptions) -> None:
        self._link = link
        self._tables = tables
        self._options = options
        self._point_queries = Recent[str, "PointQuery"]()
        self._others = Recent[_Key, "Query"]()

    def query(self, text: str, args: Arguments) -> Query:
        """The query; a point read that is kept asks nothing before it runs.

        Raises:
            SQLSyntaxError, NeedsSparkError, InvalidPlanError, TableNotFoundError.
        """
        found = self.bound(text, args)
        if found is None or not self._tables.is_current(found[0]):
            return self.current(text, args)
        from pyspark_hbase.query import Query  # noqa: PLC0415  (an optional dependency)

        # What the arguments are now: they may change before anybody asks.
        return Query(BoundQuery(self, text, copy(args), *found))

    def rows(self, text: str, args: Arguments) -> list[Row]:
        """The rows of the query, without an object for it where it is a point read."""
        found = self.bound(text, args)
        cells = None if found is None else self.cells(*found)
        rows = None if found is None or cells is None else found[1].rows(cells)
        return list(self.current(text, args)) if rows is None else rows

    def bound(self, text: str, args: Arguments) -> tuple[TableSchema, PointRead] | None:
        """The point read that answers a query, and the table for which it does.

        None if that takes a plan.
        """
        point_query = self._point_queries.find(text)
        read = None if point_query is None else point_query.bound(args)
        return None if point_query is None or read is None else (point_query.schema, read)

    def cells(self, schema: TableSchema, read: PointRead) -> Cells | None:
        """The cells of a row; None if HBase refuses them, or the table is another by now."""
        return self._link.use(partial(self._cells, schema, read))

    def trusted_cells(self, read: PointRead) -> Cells | None:
        """The cells of a row of a table that is known to be as it was; None if HBase refuses."""
        answers = self._link.use(read.ask)
        return None if answers is None else answers[0]

    def current(self, text: str, args: Arguments) -> Query:
        """The query, planned for the table that is there now, which is asked for."""
        key = _key(text, args)
        kept = None if key is None else self._others.find(key)
        if kept is not None and self._table(kept.plan.schema.name) is kept.plan.schema:
            return kept
        if (constants := self._constants(text, args)) is not None:
            return constants
        return self._keep(text, args, self.prepared(text, args))

    def _constants(self, text: str, args: Arguments) -> Query | None:
        """The query if it has no FROM: HBase is asked nothing."""
        from pyspark_hbase._translation._constants import constant_query  # noqa: PLC0415
        from pyspark_hbase.query import Query  # noqa: PLC0415  (an optional dependency)

        options = self._options
        found = constant_query(text, args, ansi=options.ansi, time_zone=options.time_zone)
        return None if found is None else Query(found)

    def prepared(self, text: str, args: Arguments) -> PreparedQuery:
        """A query that is planned for the table that is there now, and not kept."""
        from pyspark_hbase._queries.prepared_query import PreparedQuery  # noqa: PLC0415

        return PreparedQuery(self._planned(text, args), self._link)

    def _planned(self, text: str, args: Arguments) -> PlannedQuery:
        from pyspark_hbase._translation._select import Planner  # noqa: PLC0415  (an optional dependency)

        options = self._options
        planner = Planner(
            text,
            args,
            self._table,
            namespace=options.namespace,
            ansi=options.ansi,
            time_zone=options.time_zone,
        )
        return planner.plan()

    def _table(self, name: str) -> TableSchema:
        return self._link.ask(lambda gateway: self._tables.current(gateway, name))

    def _cells(
        self, schema: TableSchema, read: PointRead, gateway: happybase.Connection
    ) -> Cells | None:
        before = self._tables.questions(schema)
        if before is None:
            return None
        answers = read.ask(gateway, *before)
        if answers is None or not self._tables.confirms(schema, answers[:-1]):
            return None
        return answers[-1]

    def _keep(self, text: str, args: Arguments, prepared: PreparedQuery) -> Query:
        from pyspark_hbase.query import Query  # noqa: PLC0415  (an optional dependency)

        query = Query(prepared)
        if prepared.planned.is_of_now:
            # The next one is of another time.
            return query
        key, point_query = _key(text, args), self._new_point_query(text, prepared)
        if point_query is not None:
            self._point_queries.keep(text, point_query)
        elif key is not None:
            self._others.keep(key, query)
        return query

    def _new_point_query(self, text: str, prepared: PreparedQuery) -> PointQuery | None:
        """The query for any row key; None if it is none, or if it is kept already."""
        kept, schema = self._point_queries.find(text), prepared.planned.plan.schema
        if prepared.point_read is None or (kept is not None and kept.schema is schema):
            return None
        from pyspark_hbase._translation._point_query import point_query  # noqa: PLC0415
        from pyspark_hbase._translation._select import parsed  # noqa: PLC0415

        select = parsed(text)[1]
        return point_query(select, schema, prepared.point_read, self._options.time_zone)


class BoundQuery:
    """A point read, known before its query is planned for these arguments.

    It asks together with its row whether the table has changed, until that has been answered once.
    The plan is made when somebody asks for it.
    """

    def __init__(
        self,
        queries: PreparedQueries,
        text: str,
        args: Arguments,
        schema: TableSchema,
        read: PointRead,
    ) -> None:
        self._queries = queries
        self._text = text
        self._args = args
        self._schema = schema
        self._read = read
        self._is_confirmed = False

    @cached_property
    def _prepared(self) -> PreparedQuery:
        return self._queries.prepared(self._text, self._args)

    @property
    def planned(self) -> PlannedQuery:
        """The plan, for the table that is there when it is first asked for."""
        return self._prepared.planned

    @property
    def plan(self) -> PreparedPlan:
        """The plan of the region servers."""
        return self._prepared.plan

    @property
    def finish(self) -> Finish:
        """The rest of the query, which is done here."""
        return self._prepared.finish

    def table(self, watch: Watch | None = None) -> pa.Table:
        """The result."""
        if watch is not None:
            return self._prepared.table(watch)
        cells = self._cells()
        found = None if cells is None else self._read.table(cells)
        return self._current().to_arrow() if found is None else found

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The result, which is one row at most."""
        yield from self.table().to_batches()

    def rows(self) -> list[Row]:
        """The result as rows."""
        cells = self._cells()
        found = None if cells is None else self._read.rows(cells)
        return list(self._current()) if found is None else found

    def _current(self) -> Query:
        return self._queries.current(self._text, self._args)

    def _cells(self) -> Cells | None:
        if self._is_confirmed:
            return self._queries.trusted_cells(self._read)
        cells = self._queries.cells(self._schema, self._read)
        self._is_confirmed = cells is not None
        return cells


def _key(text: str, args: Any) -> _Key | None:
    """Equal for the same query; None where that cannot be told of an argument."""
    if args is None:
        return (text,)
    if isinstance(args, Mapping):
        named = sorted(args.items(), key=lambda item: str(item[0]))
    elif isinstance(args, Sequence) and not isinstance(args, str | bytes):
        named = list(enumerate(args))
    else:
        return None
    # 1, 1.0 and True are equal, and so are 0.0 and -0.0, but no two of them are the same literal.
    parts = [(name, type(value), repr(value)) for name, value in named if _is_plain(value)]
    return (text, *parts) if len(parts) == len(named) else None


def _is_plain(value: Any) -> bool:
    """Whether values of the type are the same where their texts are."""
    if type(value) is datetime:
        return value.tzinfo is None or value.tzinfo is timezone.utc
    return type(value) in _PLAIN
