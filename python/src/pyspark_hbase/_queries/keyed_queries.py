"""Queries of a connection that ask for one row by its row key, for the next row key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyspark_hbase._queries.recent import Recent
from pyspark_hbase._sql._lifted import is_exact, lifted
from pyspark_hbase.errors import InvalidPlanError

if TYPE_CHECKING:
    from pyspark_hbase._execution.point_read import PointRead
    from pyspark_hbase._sql._keyed import KeyedQuery
    from pyspark_hbase._sql._select import PlannedQuery
    from pyspark_hbase.table_schema import TableSchema

_Key = tuple[str, int]
"""A text, and how many of its parameters stand for literals."""

Plan = Callable[[str, Any, "TableSchema"], "PlannedQuery"]
"""Plans a text with its arguments for a table."""


class KeyedQueries:
    """The last of them, by their text without its literals. Threads may share it."""

    def __init__(self, plan: Plan, time_zone: str) -> None:
        self._plan = plan
        self._time_zone = time_zone
        self._known = Recent[_Key, "KeyedQuery | _Other"]()

    def find(self, text: str, args: Any) -> tuple[TableSchema, PointRead] | None:
        """The get that answers a query, and the table that it is right for; None if not known."""
        key, args = _parameters(text, args)
        query = self._known.find(key)
        if query is None or isinstance(query, _Other):
            return None
        point_read = query.bound(args)
        return None if point_read is None else (query.schema, point_read)

    def learn(self, text: str, args: Any, planned: PlannedQuery, point_read: PointRead) -> None:
        """Remember a query whose answer is that of a get."""
        key, values = _parameters(text, args)
        known = self._known.find(key)
        schema = planned.plan.schema
        if known is None or known.schema is not schema:
            self._known.keep(
                key, self._keyed(text, key, values, planned, point_read) or _Other(schema)
            )

    def _keyed(
        self, text: str, key: _Key, values: Any, planned: PlannedQuery, point_read: PointRead
    ) -> KeyedQuery | None:
        from pyspark_hbase._sql._keyed import keyed  # noqa: PLC0415  (an optional dependency)
        from pyspark_hbase._sql._select import parsed  # noqa: PLC0415

        whole, count = key
        schema = planned.plan.schema
        if count:
            try:
                is_same = is_exact(text) and self._plan(whole, values, schema) == planned
            except InvalidPlanError:
                # There are places for literals where no parameter can be.
                is_same = False
            if not is_same:
                return None
        return keyed(parsed(whole)[1], schema, point_read, self._time_zone)


@dataclass(frozen=True, slots=True)
class _Other:
    """A query of a table that is no keyed one."""

    schema: TableSchema


def _parameters(text: str, args: Any) -> tuple[_Key, Any]:
    """The text by which a query is known, and the arguments that it has there."""
    if args is None:
        found = lifted(text)
        if found is not None:
            return (found[0], len(found[1])), found[1]
    return (text, 0), args
