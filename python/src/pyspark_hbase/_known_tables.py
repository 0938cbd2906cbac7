"""Descriptions of SQL tables that a connection has read before."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyspark_hbase import _metadata
from pyspark_hbase.table_schema import TableSchema

if TYPE_CHECKING:
    import happybase


@dataclass(frozen=True, slots=True)
class _Known:
    state: bytes
    schema: TableSchema
    at: float


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
        known = self._known.pop(name, None)
        if known is not None and now - known.at >= self._trusted_seconds:
            state = _metadata.state(connection, name)
            known = _Known(state, known.schema, now) if state == known.state else None
        if known is None:
            described = _metadata.load(connection, name)
            known = _Known(described.state, TableSchema.of(described), now)
        self._known[name] = known
        return known.schema
