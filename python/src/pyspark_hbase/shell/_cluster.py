"""The commands through HBase's own client: a Java process of ours, or that of a Spark session."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pyspark_hbase.shell._refusals import refused
from pyspark_hbase.shell._requests import ReadRequest
from pyspark_hbase.shell._values import Row, TableDescription, of_cells

if TYPE_CHECKING:
    from pyspark_hbase.admin import Cluster

_Answer = TypeVar("_Answer")

_LATEST: Final = 2**63 - 1
"""``HConstants.LATEST_TIMESTAMP``: the time of the write."""


class ClusterStore:
    """All commands; RowCommands.java and TableCommands.java do them."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._rows, self._tables = cluster.commands()

    def tables(self) -> list[str]:
        """All tables but HBase's own."""
        return [str(name) for name in json.loads(_answered(self._tables.names))]

    def scan(self, request: ReadRequest) -> Iterator[Row]:
        """Batches of ``caching`` rows."""
        rows, table = min(request.caching, request.limit or request.caching), request.table
        if request.limit == 0:
            return
        reader = _answered(lambda: self._rows.scan(_encoded(request)), table=table)
        try:
            while found := json.loads(_answered(lambda: reader.next(rows), table=table)):
                yield from (_row(_bytes(key), cells) for key, cells in found)
        finally:
            reader.close()

    def get(self, row: bytes, request: ReadRequest) -> Row:
        """One row."""
        found = _answered(lambda: self._rows.get(row, _encoded(request)), table=request.table)
        return _row(row, json.loads(found))

    def put(self, table: str, row: bytes, column: bytes, value: bytes, at: int | None) -> None:
        """Write a cell."""
        _answered(lambda: self._rows.put(table, row, column, value, _time(at)), table=table)

    def delete(self, table: str, row: bytes, column: bytes, at: int | None) -> None:
        """Delete one version of a cell."""
        _answered(lambda: self._rows.delete(table, row, column, _time(at)), table=table)

    def delete_all(self, table: str, row: bytes, column: bytes | None, at: int | None) -> None:
        """Delete a cell or a row."""
        cell = column or b""
        _answered(lambda: self._rows.deleteAll(table, row, cell, _time(at)), table=table)

    def increment(self, table: str, row: bytes, column: bytes, by: int) -> int:
        """Add to a counter."""
        return int(_answered(lambda: self._rows.increment(table, row, column, by), table=table))

    def append(self, table: str, row: bytes, column: bytes, value: bytes) -> bytes:
        """Add at the end of a value."""
        return bytes(_answered(lambda: self._rows.append(table, row, column, value), table=table))

    def create(
        self, table: str, families: Mapping[str, Mapping[str, str]], splits: Sequence[bytes]
    ) -> None:
        """Create a table."""
        keys = json.dumps([_text(each) for each in splits])
        _answered(lambda: self._tables.create(table, json.dumps(families), keys), table=table)

    def describe(self, table: str) -> TableDescription:
        """All attributes."""
        found = json.loads(_answered(lambda: self._tables.describe(table), table=table))
        return TableDescription(table, found["enabled"], found["families"], found["attributes"])

    def is_enabled(self, table: str) -> bool:
        """Whether the table is enabled."""
        return bool(_answered(lambda: self._tables.isEnabled(table), table=table))

    def enable(self, table: str) -> None:
        """Open the regions."""
        _answered(lambda: self._tables.enable(table), table=table)

    def disable(self, table: str) -> None:
        """Close the regions."""
        _answered(lambda: self._tables.disable(table), table=table)

    def drop(self, table: str) -> None:
        """Drop a disabled table."""
        _answered(lambda: self._tables.drop(table), table=table)

    def truncate(self, table: str, keep_splits: bool) -> None:
        """Make a table empty; it is enabled afterwards."""
        _answered(lambda: self._tables.truncate(table, keep_splits), table=table)

    def splits(self, table: str) -> list[bytes]:
        """Return the rows at which regions begin."""
        keys = json.loads(_answered(lambda: self._tables.startKeys(table), table=table))
        return [_bytes(key) for key in keys if key]

    def flush(self, table: str) -> None:
        """Write what is in memory."""
        _answered(lambda: self._tables.flush(table), table=table)

    def compact(self, table: str, family: str | None, is_major: bool) -> None:
        """Ask for a compaction."""
        _answered(lambda: self._tables.compact(table, family or "", is_major), table=table)

    def split(self, table: str, at: bytes | None) -> None:
        """Split regions."""
        _answered(lambda: self._tables.split(table, at or b""), table=table)

    def close(self) -> None:
        """End the connection, and its process if it is ours."""
        self._cluster.close()


def _answered(call: Callable[[], _Answer], **values: object) -> _Answer:
    try:
        return call()
    except Exception as error:
        text = _java_text(error)
        if text is None:
            raise
        raise refused(text, **values) from error


def _java_text(error: Exception) -> str | None:
    """Return the text of a Java exception; None for one of Python's."""
    from py4j.protocol import Py4JJavaError  # noqa: PLC0415  (comes with PySpark)

    if isinstance(error, Py4JJavaError):
        # Behind a line of Python's own.
        return str(error).partition("\n")[2]
    # In a Spark session, PySpark translates some kinds.
    return str(error) if type(error).__module__.startswith("pyspark.errors") else None


def _encoded(request: ReadRequest) -> str:
    return json.dumps(
        {
            "table": request.table,
            "columns": [_text(each) for each in request.columns],
            "startRow": _text(request.start_row),
            "stopRow": _text(request.stop_row),
            "limit": request.limit,
            "filter": request.filter,
            "timeRange": request.time_range,
            "versions": request.versions,
            "reversed": request.is_reversed,
            "caching": request.caching,
        }
    )


def _row(key: bytes, cells: list[list[Any]]) -> Row:
    return of_cells(key, ((_bytes(column), at, _bytes(value)) for column, at, value in cells))


def _time(at: int | None) -> int:
    return _LATEST if at is None else at


def _bytes(text: str) -> bytes:
    return base64.b64decode(text)


def _text(value: bytes) -> str:
    return base64.b64encode(value).decode()
