"""Descriptions of SQL tables that a connection has read before."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from pyspark_hbase._thrift import metadata
from pyspark_hbase.table_schema import TableSchema

if TYPE_CHECKING:
    import happybase

    from pyspark_hbase._thrift.row_requests import Cells, RowRequest


class Tables(Protocol):
    """Gives descriptions of tables. Only ``is_current`` is for several threads at a time."""

    def current(self, connection: happybase.Connection, name: str) -> TableSchema:
        """The description of ``namespace.table``, the same object as long as it is the same."""

    def is_current(self, schema: TableSchema) -> bool:
        """Whether nothing newer has been read of a table."""

    def questions(self, schema: TableSchema) -> tuple[RowRequest, ...] | None:
        """Return the requests that confirm the table's description, sent together with a row's.

        None if there is another description by now.
        """

    def confirms(self, schema: TableSchema, answers: Sequence[Cells]) -> bool:
        """Whether the answers to ``questions`` say that the table is as described."""


@dataclass(frozen=True, slots=True)
class _Known:
    state: bytes
    schema: TableSchema
    at: float
    request: RowRequest | None = None
    """Asks for the state, once that has been asked for together with a row."""


class KnownTables:
    """Reads a description whole the first time and when it has changed; else only whether it has.

    As long as a description is the same, so is the object. Not thread-safe.
    """

    def __init__(self, trusted_seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """``trusted_seconds``: for how long nothing is asked at all."""
        self._trusted_seconds = trusted_seconds
        self._clock = clock
        self._known: dict[str, _Known] = {}

    def current(self, connection: happybase.Connection, name: str) -> TableSchema:
        """The description of ``namespace.table``.

        Raises:
            TableNotFoundError: there is no such SQL table.
        """
        now = self._clock()
        known = self._known.get(name)
        if known is not None and now - known.at >= self._trusted_seconds:
            state = metadata.state(connection, name)
            known = _Known(state, known.schema, now) if state == known.state else None
        if known is None:
            described = metadata.load(connection, name)
            known = _Known(described.state, TableSchema.of(described), now)
        self._known[name] = known
        return known.schema

    def is_current(self, schema: TableSchema) -> bool:
        """Whether nothing newer has been read of a table."""
        known = self._known.get(schema.name)
        return known is not None and known.schema is schema

    def questions(self, schema: TableSchema) -> tuple[RowRequest, ...] | None:
        """Return the requests that confirm the table's description, sent together with a row's.

        Nothing while it is trusted; None if there is another description by now.
        """
        if not self.is_current(schema):
            return None
        known = self._known[schema.name]
        if self._clock() - known.at < self._trusted_seconds:
            return ()
        if known.request is None:
            known = replace(known, request=metadata.state_request(schema.name))
            self._known[schema.name] = known
        assert known.request is not None
        return (known.request,)

    def confirms(self, schema: TableSchema, answers: Sequence[Cells]) -> bool:
        """Whether the answers to ``questions`` say that the table is as described."""
        if not answers:
            return True
        known = self._known[schema.name]
        is_same = metadata.state_in(answers[0]) == known.state
        if is_same:
            self._known[schema.name] = replace(known, at=self._clock())
        return is_same
