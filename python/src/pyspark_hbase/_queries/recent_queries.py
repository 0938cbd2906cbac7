"""Queries of a connection that were planned before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from pyspark_hbase._queries.recent import Recent

if TYPE_CHECKING:
    from pyspark_hbase.query import Query
    from pyspark_hbase.table_schema import TableSchema

_PLAIN: Final = (type(None), bool, int, float, str, bytes, Decimal, date)

_Key = tuple[Any, ...]


class RecentQueries:
    """The last queries by text and arguments, as long as their tables are what they were.

    Threads may share it.
    """

    def __init__(self) -> None:
        self._queries = Recent[_Key, "Query"]()

    def find(self, text: str, args: Any, current: Callable[[str], TableSchema]) -> Query | None:
        """The query, if it is known and ``current`` gives the table that it was planned for.

        Raises:
            TableNotFoundError: its table is not there any more.
        """
        key = _key(text, args)
        query = self._queries.find(key) if key is not None else None
        if query is None or current(query.plan.schema.name) is not query.plan.schema:
            return None
        return query

    def keep(self, text: str, args: Any, query: Query) -> Query:
        """Remember a query."""
        key = _key(text, args)
        return query if key is None else self._queries.keep(key, query)


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
        return value.tzinfo is None or value.tzinfo is UTC
    return type(value) in _PLAIN
