"""The requests of the commands to a store. Plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pyspark_hbase.shell._values import Row, TableDescription


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """The rows and the cells to read."""

    table: str
    columns: tuple[bytes, ...] = ()
    """``family`` or ``family:qualifier``; all where empty."""
    start_row: bytes = b""
    stop_row: bytes = b""
    limit: int | None = None
    """Rows."""
    filter: str | None = None
    """In the language of HBase's filters: ``PrefixFilter('a')``."""
    time_range: tuple[int, int] | None = None
    """Milliseconds, ``[from, to)``."""
    versions: int = 1
    is_reversed: bool = False
    caching: int = 100
    """HBase's caching: rows in one answer."""


class Store(Protocol):
    """A way to a cluster. Not thread-safe.

    Tables are ``namespace:table``, or ``table`` of the namespace ``default``; columns are
    ``family:qualifier``; timestamps are milliseconds, None for the time of the write. Every method
    raises :class:`pyspark_hbase.errors.ShellError` for what HBase refuses, and for what this way
    does not have.
    """

    def tables(self) -> list[str]:
        """Names of all tables."""
        ...

    def scan(self, request: ReadRequest) -> Iterator[Row]:
        """Rows in the order of their keys."""
        ...

    def get(self, row: bytes, request: ReadRequest) -> Row:
        """One row, without cells where it is not there."""
        ...

    def put(self, table: str, row: bytes, column: bytes, value: bytes, at: int | None) -> None:
        """Write a cell."""
        ...

    def delete(self, table: str, row: bytes, column: bytes, at: int | None) -> None:
        """Delete one version of a cell: that of ``at``, or the newest."""
        ...

    def delete_all(self, table: str, row: bytes, column: bytes | None, at: int | None) -> None:
        """Delete all versions up to ``at`` of a cell, or of all cells of a row."""
        ...

    def increment(self, table: str, row: bytes, column: bytes, by: int) -> int:
        """Add to a counter; its new value."""
        ...

    def append(self, table: str, row: bytes, column: bytes, value: bytes) -> bytes:
        """Add bytes at the end of a value; the new one."""
        ...

    def create(
        self, table: str, families: Mapping[str, Mapping[str, str]], splits: Sequence[bytes]
    ) -> None:
        """Create a table; attributes of families as HBase writes them."""
        ...

    def describe(self, table: str) -> TableDescription:
        """Families and attributes of a table."""
        ...

    def is_enabled(self, table: str) -> bool:
        """Whether a table can be read and written."""
        ...

    def enable(self, table: str) -> None:
        """Open the regions of a table."""
        ...

    def disable(self, table: str) -> None:
        """Close the regions of a table."""
        ...

    def drop(self, table: str) -> None:
        """Drop a disabled table."""
        ...

    def truncate(self, table: str, keep_splits: bool) -> None:
        """Make a table empty."""
        ...

    def splits(self, table: str) -> list[bytes]:
        """Row keys where regions begin, the first region's left out."""
        ...

    def flush(self, table: str) -> None:
        """Write what is in memory to store files."""
        ...

    def compact(self, table: str, family: str | None, is_major: bool) -> None:
        """Ask for a compaction; it goes on after this returns."""
        ...

    def split(self, table: str, at: bytes | None) -> None:
        """Split the region of a row key, or every region in its middle."""
        ...

    def close(self) -> None:
        """End what this way has opened."""
        ...
