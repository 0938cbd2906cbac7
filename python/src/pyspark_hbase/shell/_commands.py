"""The commands of HBase's shell as Python functions."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any, Final, TypeVar

from pyspark_hbase._text.binary_text import shown
from pyspark_hbase._text.nearest import did_you_mean
from pyspark_hbase.errors import ShellError
from pyspark_hbase.shell import _arguments as arguments
from pyspark_hbase.shell._requests import ReadRequest, Store
from pyspark_hbase.shell._values import Names, Row, Rows, TableDescription

_Answer = TypeVar("_Answer")

# Inside of the class, list is a command.
Splits = list[bytes]

COMMANDS: Final = (
    "append",
    "compact",
    "count",
    "create",
    "delete",
    "deleteall",
    "describe",
    "disable",
    "drop",
    "enable",
    "exists",
    "flush",
    "get",
    "get_counter",
    "get_splits",
    "incr",
    "is_disabled",
    "is_enabled",
    "list",
    "major_compact",
    "put",
    "scan",
    "split",
    "truncate",
    "truncate_preserve",
)

_COUNTED: Final = "FirstKeyOnlyFilter() AND KeyOnlyFilter()"
_COUNT_CACHING: Final = 1_000
_COUNTER_BYTES: Final = 8
_MISSING_TABLE: Final = "TABLE_NOT_FOUND"


class HBaseShell:
    """The commands, over one way to a cluster; :func:`pyspark_hbase.shell.connect` makes it.

    Names, texts and values are ``str``, stored as UTF-8, or ``bytes``. Arguments have the names of
    HBase's shell, in any case, and come as keywords or in a mapping: ``scan("t", LIMIT=5)``,
    ``scan("t", {"LIMIT": 5})``. Every command raises :class:`pyspark_hbase.errors.ShellError`,
    whose text says what to do. Not thread-safe. A context manager, which closes it.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def commands(self) -> dict[str, Callable[..., Any]]:
        """All commands by name, for a prompt: ``globals().update(hbase.commands())``."""
        return {command: getattr(self, command) for command in COMMANDS}

    def list(self, pattern: str = ".*") -> Names:
        """Names of the tables that a regular expression matches as a whole."""
        try:
            wanted = re.compile(pattern)
        except re.error as error:
            raise ShellError(
                "INVALID_ARGUMENT",
                "The pattern is no regular expression; '.*' stands for any characters.",
                argument="pattern",
                found=repr(pattern),
                problem=error,
            ) from error
        return Names(name for name in self._store.tables() if wanted.fullmatch(name))

    def exists(self, table: str) -> bool:
        """Whether there is such a table."""
        return arguments.table_name(table) in self._store.tables()

    def describe(self, table: str) -> TableDescription:
        """State, attributes and column families of a table."""
        return self._store.describe(self._table(table))

    def create(self, table: str, *families: str | Mapping[str, Any], **given: Any) -> None:
        """Create a table: ``create("t", "f", {"NAME": "g", "VERSIONS": 3}, SPLITS=["m"])``."""
        splits = arguments.named("create", given, ("SPLITS",)).get("SPLITS", ())
        self._store.create(
            arguments.table_name(table),
            arguments.families(families),
            [arguments.binary(each, "SPLITS") for each in splits],
        )

    def enable(self, table: str) -> None:
        """Open a disabled table."""
        name = self._table(table)
        if not self._store.is_enabled(name):
            self._store.enable(name)

    def disable(self, table: str) -> None:
        """Close a table: nobody can read or write it."""
        name = self._table(table)
        if self._store.is_enabled(name):
            self._store.disable(name)

    def is_enabled(self, table: str) -> bool:
        """Whether a table can be read and written."""
        return self._store.is_enabled(self._table(table))

    def is_disabled(self, table: str) -> bool:
        """Whether a table cannot be read and written."""
        return not self.is_enabled(table)

    def drop(self, table: str) -> None:
        """Drop a disabled table."""
        name = self._table(table)
        if self._store.is_enabled(name):
            raise ShellError(
                "TABLE_NOT_DISABLED",
                "Only a disabled table can be dropped; call disable(table) first.",
                table=name,
            )
        self._store.drop(name)

    def truncate(self, table: str) -> None:
        """Make a table empty; it has one region then."""
        self._store.truncate(self._table(table), keep_splits=False)

    def truncate_preserve(self, table: str) -> None:
        """Make a table empty and keep the borders of its regions."""
        self._store.truncate(self._table(table), keep_splits=True)

    def get_splits(self, table: str) -> Splits:
        """The row keys where the second region and those behind it begin."""
        return self._store.splits(self._table(table))

    def flush(self, table: str) -> None:
        """Write what region servers hold in memory to store files."""
        self._store.flush(self._table(table))

    def compact(self, table: str, family: str | None = None) -> None:
        """Ask for a minor compaction; it goes on after this returns."""
        self._store.compact(self._table(table), family, is_major=False)

    def major_compact(self, table: str, family: str | None = None) -> None:
        """Ask for a major compaction; it goes on after this returns."""
        self._store.compact(self._table(table), family, is_major=True)

    def split(self, table: str, at: str | bytes | None = None) -> None:
        """Split the region that holds a row key at it, or every region in its middle."""
        self._store.split(self._table(table), None if at is None else arguments.row_key(at))

    def scan(self, table: str, options: Mapping[str, Any] | None = None, **given: Any) -> Rows:
        """The rows of a table, read when they are asked for.

        COLUMNS (``"f"``, ``"f:q"`` or a list), STARTROW, STOPROW (exclusive), ROWPREFIXFILTER,
        LIMIT (rows), FILTER (a text), TIMERANGE (``[from, to]``), TIMESTAMP, VERSIONS. Also
        REVERSED (STARTROW is the last one then) and CACHE (rows in one answer).
        """
        request = self._request("scan", table, options, given, arguments.SCANNING)
        self._table(request.table)
        return Rows(lambda: self._store.scan(request))

    def get(self, table: str, row: str | bytes, *columns: str | bytes, **given: Any) -> Row:
        """One row: ``get("t", "r")``, ``get("t", "r", "f:q")``, ``get("t", "r", VERSIONS=3)``.

        COLUMNS, FILTER, TIMERANGE, TIMESTAMP and VERSIONS as for ``scan``. The row has no cells and
        is false where there is none.
        """
        wanted: dict[str, Any] = {"COLUMNS": columns} if columns else {}
        request = self._request("get", table, wanted, given, arguments.READING)
        return self._asked(request.table, lambda: self._store.get(arguments.row_key(row), request))

    def count(self, table: str, options: Mapping[str, Any] | None = None, **given: Any) -> int:
        """Count the rows, read one by one; SQL counts them in the region servers.

        STARTROW, STOPROW, ROWPREFIXFILTER and TIMERANGE narrow what is counted. INTERVAL prints to
        standard error after that many rows; CACHE is how many come in one answer.
        """
        known = ("INTERVAL", "STARTROW", "STOPROW", "ROWPREFIXFILTER", "TIMERANGE", "CACHE")
        merged = arguments.named("count", {**(options or {}), **given}, known)
        every = merged.pop("INTERVAL", None)
        interval = None if every is None else arguments.number(every, "INTERVAL", 1)
        request = arguments.read_request(table, {"CACHE": _COUNT_CACHING} | merged)
        return self._asked(request.table, lambda: self._counted(request, interval))

    def put(
        self,
        table: str,
        row: str | bytes,
        column: str | bytes,
        value: str | bytes | float,
        timestamp: int | None = None,
    ) -> None:
        """Write one cell: ``put("t", "r", "f:q", "value")``.

        A ``value`` that is a number is stored as its text. ``timestamp`` is in milliseconds since
        1970; without it the region server's clock counts.
        """
        name, key, cell = self._cell(table, row, column)
        stored = arguments.binary(value, "value")
        at = arguments.time(timestamp)
        self._asked(name, lambda: self._store.put(name, key, cell, stored, at))

    def delete(
        self, table: str, row: str | bytes, column: str | bytes, timestamp: int | None = None
    ) -> None:
        """Delete the newest version of a cell, or that of a ``timestamp`` in milliseconds.

        Through Thrift all versions go.
        """
        name, key, cell = self._cell(table, row, column)
        at = arguments.time(timestamp)
        self._asked(name, lambda: self._store.delete(name, key, cell, at))

    def deleteall(
        self,
        table: str,
        row: str | bytes,
        column: str | bytes | None = None,
        timestamp: int | None = None,
    ) -> None:
        """Delete a row, or all versions of one cell, up to a ``timestamp`` in milliseconds."""
        name, key = arguments.table_name(table), arguments.row_key(row)
        cell = None if column is None else arguments.cell_column(column)
        at = arguments.time(timestamp)
        self._asked(name, lambda: self._store.delete_all(name, key, cell, at))

    def incr(self, table: str, row: str | bytes, column: str | bytes, by: int = 1) -> int:
        """Add ``by`` to a counter, a value of 8 bytes, and return its new value."""
        name, key, cell = self._cell(table, row, column)
        step = arguments.number(by, "by", at_least=-(2**63))
        return self._asked(name, lambda: self._store.increment(name, key, cell, step))

    def get_counter(self, table: str, row: str | bytes, column: str | bytes) -> int | None:
        """Return the value of a counter; None where there is none."""
        name, key, cell = self._cell(table, row, column)
        request = ReadRequest(name, (cell,))
        found = self._asked(name, lambda: self._store.get(key, request))
        if not found:
            return None
        value = found.cells[0].value
        if len(value) != _COUNTER_BYTES:
            raise ShellError(
                "NOT_A_COUNTER",
                "A counter is a value of 8 bytes, and this one is not; see get(table, row).",
                column=shown(cell),
                value=shown(value),
            )
        return int.from_bytes(value, "big", signed=True)

    def append(
        self, table: str, row: str | bytes, column: str | bytes, value: str | bytes
    ) -> bytes:
        """Add bytes at the end of a value, and return the new value."""
        name, key, cell = self._cell(table, row, column)
        added = arguments.binary(value, "value")
        return self._asked(name, lambda: self._store.append(name, key, cell, added))

    def close(self) -> None:
        """End the connection."""
        self._store.close()

    def __enter__(self) -> HBaseShell:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __getattr__(self, command: str) -> Any:
        if command.startswith("_"):
            raise AttributeError(command)
        raise UnknownCommandError(
            "UNKNOWN_COMMAND",
            f"HBase's shell has no such command here.{did_you_mean(command, COMMANDS)}",
            command=command,
            known=", ".join(COMMANDS),
        )

    def __dir__(self) -> tuple[str, ...]:
        return COMMANDS

    def _counted(self, request: ReadRequest, interval: int | None) -> int:
        number = 0
        for number, row in enumerate(self._store.scan(replace(request, filter=_COUNTED)), 1):
            if interval and number % interval == 0:
                print(f"Current count: {number}, row: {shown(row.key)}", file=sys.stderr)
        return number

    @staticmethod
    def _request(
        command: str,
        table: str,
        options: Mapping[str, Any] | None,
        given: Mapping[str, Any],
        known: tuple[str, ...],
    ) -> ReadRequest:
        merged = arguments.named(command, {**(options or {}), **given}, known)
        return arguments.read_request(table, merged)

    @staticmethod
    def _cell(table: object, row: object, column: object) -> tuple[str, bytes, bytes]:
        return (
            arguments.table_name(table),
            arguments.row_key(row),
            arguments.cell_column(column),
        )

    def _table(self, table: object) -> str:
        """The name of a table that is there."""
        name = arguments.table_name(table)
        tables = self._store.tables()
        if name in tables:
            return name
        raise _not_found(name, tables)

    def _asked(self, table: str, question: Callable[[], _Answer]) -> _Answer:
        """The answer; where the table is missing, the error has a similar name."""
        try:
            return question()
        except ShellError as error:
            if error.code != _MISSING_TABLE:
                raise
            raise _not_found(table, self._store.tables()) from error


class UnknownCommandError(ShellError, AttributeError):
    """There is no such command; an AttributeError too, as Python expects of a missing name."""


def _not_found(name: str, tables: Sequence[str]) -> ShellError:
    return ShellError(
        _MISSING_TABLE,
        f"There is no HBase table of this name.{did_you_mean(name, tables)} list() gives all.",
        table=name,
    )
