"""The commands through HBase's Thrift gateway: no JVM, and not everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, NoReturn

from pyspark_hbase.errors import ServerError, ShellError
from pyspark_hbase.shell._refusals import refused
from pyspark_hbase.shell._requests import ReadRequest
from pyspark_hbase.shell._values import Row, TableDescription, of_cells

if TYPE_CHECKING:
    from pyspark_hbase._thrift.calls import Client
    from pyspark_hbase.connection import Connection

_FIELDS: Final[dict[str, tuple[str, Callable[[str], object]]]] = {
    # Attribute of a family: field of Thrift's ColumnDescriptor, and what makes its value.
    "VERSIONS": ("maxVersions", int),
    "COMPRESSION": ("compression", str),
    "IN_MEMORY": ("inMemory", lambda text: text == "true"),
    "BLOOMFILTER": ("bloomFilterType", str),
    "BLOCKCACHE": ("blockCacheEnabled", lambda text: text == "true"),
    "TTL": ("timeToLive", int),
}


class ThriftStore:
    """A store over Thrift1.

    Operations that Thrift1 lacks raise :class:`ShellError` ``NEEDS_QUORUM``.

    ``delete`` takes all versions of a cell, because the gateway knows no other.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def tables(self) -> list[str]:
        """All of the gateway's."""
        with self._client() as client:
            return sorted(bytes(name).decode() for name in client.getTableNames())

    def scan(self, request: ReadRequest) -> Iterator[Row]:
        """Batches of ``caching`` rows; the socket is free between them."""
        self._require_readable(request)
        rows = min(request.caching, request.limit or request.caching)
        table = request.table.encode()
        condition = {"filter": request.filter} if request.filter else {}
        with self._client(table=request.table, **condition) as client:
            scanner = client.scannerOpenWithScan(table, _scan(request, rows), {})
            opened = client.socket
        left = request.limit
        try:
            while left is None or left > 0:
                with self._client(table=request.table) as client:
                    self._require_same(opened, client)
                    found = client.scannerGetList(
                        scanner, rows if left is None else min(rows, left)
                    )
                if not found:
                    return
                left = None if left is None else left - len(found)
                yield from map(_row, found)
        finally:
            # The gateway drops a scanner by itself after a time; what mattered has been said.
            with suppress(ShellError, ServerError), self._client() as client:
                if client.socket is opened:
                    client.scannerClose(scanner)

    def get(self, row: bytes, request: ReadRequest) -> Row:
        """One row; a filter makes it a scan of one row."""
        self._require_readable(request)
        if request.filter or request.time_range:
            bounded = ReadRequest(
                request.table,
                request.columns,
                start_row=row,
                stop_row=row + b"\0",
                filter=request.filter,
                time_range=request.time_range,
                limit=1,
            )
            return next(self.scan(bounded), Row(row, ()))
        with self._client(table=request.table) as client:
            columns = list(request.columns)
            found = client.getRowWithColumns(request.table.encode(), row, columns or None, {})
        return _row(found[0]) if found else Row(row, ())

    def put(self, table: str, row: bytes, column: bytes, value: bytes, at: int | None) -> None:
        """Write a cell."""
        self._mutate(table, row, at, column=column, value=value)

    def delete(self, table: str, row: bytes, column: bytes, at: int | None) -> None:
        """Delete all versions of a cell up to ``at``."""
        self._mutate(table, row, at, column=column, isDelete=True)

    def delete_all(self, table: str, row: bytes, column: bytes | None, at: int | None) -> None:
        """Delete a cell or a row."""
        if column is not None:
            self._mutate(table, row, at, column=column, isDelete=True)
            return
        with self._client(table=table) as client:
            if at is None:
                client.deleteAllRow(table.encode(), row, {})
            else:
                client.deleteAllRowTs(table.encode(), row, at, {})

    def increment(self, table: str, row: bytes, column: bytes, by: int) -> int:
        """Add to a counter."""
        with self._client(table=table) as client:
            return int(client.atomicIncrement(table.encode(), row, column, by))

    def append(self, table: str, row: bytes, column: bytes, value: bytes) -> bytes:
        """Add at the end of a value."""
        with self._client(table=table) as client:
            from pyspark_hbase._thrift.messages import TAppend  # noqa: PLC0415  (as _client)

            asked = TAppend(table=table.encode(), row=row, columns=[column], values=[value])
            [cell] = client.append(asked)
        return bytes(cell.value)

    def create(
        self, table: str, families: Mapping[str, Mapping[str, str]], splits: Sequence[bytes]
    ) -> None:
        """Create a table of one region."""
        if splits:
            _missing("SPLITS")
        fields = {}
        for family, attributes in families.items():
            unknown = next((name for name in attributes if name not in _FIELDS), None)
            if unknown is not None:
                _missing(unknown)
            fields[family] = {
                _FIELDS[name][0]: _FIELDS[name][1](value) for name, value in attributes.items()
            }
        with self._client(table=table) as client:
            from pyspark_hbase._thrift.messages import ColumnDescriptor  # noqa: PLC0415  (as _client)

            descriptors = [
                ColumnDescriptor(name=f"{family}:".encode(), **given)
                for family, given in fields.items()
            ]
            client.createTable(table.encode(), descriptors)

    def describe(self, table: str) -> TableDescription:
        """The families with the attributes that Thrift tells."""
        with self._client(table=table) as client:
            enabled = client.isTableEnabled(table.encode())
            found = client.getColumnDescriptors(table.encode())
        families = {
            bytes(name).decode().rstrip(":"): {
                key: _attribute(getattr(each, field)) for key, (field, _) in _FIELDS.items()
            }
            for name, each in sorted(found.items())
        }
        return TableDescription(table, bool(enabled), families)

    def is_enabled(self, table: str) -> bool:
        """Whether the table is enabled."""
        with self._client(table=table) as client:
            return bool(client.isTableEnabled(table.encode()))

    def enable(self, table: str) -> None:
        """Open the regions."""
        with self._client(table=table) as client:
            client.enableTable(table.encode())

    def disable(self, table: str) -> None:
        """Close the regions."""
        with self._client(table=table) as client:
            client.disableTable(table.encode())

    def drop(self, table: str) -> None:
        """Drop a disabled table."""
        with self._client(table=table) as client:
            client.deleteTable(table.encode())

    def truncate(self, table: str, keep_splits: bool) -> None:
        """Not in Thrift1."""
        _missing("truncate_preserve" if keep_splits else "truncate")

    def splits(self, table: str) -> list[bytes]:
        """Return the rows at which regions begin."""
        with self._client(table=table) as client:
            regions = client.getTableRegions(table.encode())
        return sorted(bytes(each.startKey) for each in regions if each.startKey)

    def flush(self, table: str) -> None:
        """Not in Thrift1."""
        _missing("flush")

    def compact(self, table: str, family: str | None, is_major: bool) -> None:
        """Ask for a compaction of a whole table."""
        if family is not None:
            _missing("the compaction of one family")
        with self._client(table=table) as client:
            (client.majorCompact if is_major else client.compact)(table.encode())

    def split(self, table: str, at: bytes | None) -> None:
        """Not in Thrift1."""
        _missing("split")

    def close(self) -> None:
        """Close the socket."""
        self._connection.close()

    def _mutate(self, table: str, row: bytes, at: int | None, **mutation: Any) -> None:
        with self._client(table=table) as client:
            from pyspark_hbase._thrift.messages import Mutation  # noqa: PLC0415  (as _client)

            mutations = [Mutation(**mutation)]
            if at is None:
                client.mutateRow(table.encode(), row, mutations, {})
            else:
                client.mutateRowTs(table.encode(), row, mutations, at, {})

    @staticmethod
    def _require_readable(request: ReadRequest) -> None:
        if request.versions != 1:
            _missing("VERSIONS")
        if request.time_range and request.time_range[0] != 0:
            _missing("a TIMERANGE that does not begin at 0")

    def _require_same(self, opened: object, client: Client) -> None:
        """A scanner's number means another scanner, or none, to a gateway that was started anew."""
        if client.socket is not opened:
            raise ServerError(
                "CLUSTER_UNREACHABLE",
                "The connection with the Thrift gateway was lost in the middle of a scan; repeat "
                "the command.",
                gateway=self._connection.link.url,
            )

    @contextmanager
    def _client(self, **values: object) -> Iterator[Client]:
        with self._connection.gateway() as gateway:
            from thriftpy2.thrift import TException  # noqa: PLC0415  (an optional dependency)

            from pyspark_hbase._thrift.calls import REFUSALS, Client  # noqa: PLC0415  (needs the same)

            try:
                yield Client(gateway)
            except REFUSALS as error:
                raise refused(_message(error), **values) from error
            except (TException, OSError) as error:
                if not self._connection.link.has_answered:
                    raise self._connection.link.unreachable(error) from error
                # The answer is lost, and whether HBase did it: a command is not repeated by itself.
                raise ServerError(
                    "CLUSTER_UNREACHABLE",
                    "The Thrift gateway did not answer; see whether it runs, and repeat the "
                    "command.",
                    gateway=self._connection.link.url,
                    problem=_message(error),
                ) from error


def _scan(request: ReadRequest, rows: int) -> Any:
    from pyspark_hbase._thrift.messages import TScan  # noqa: PLC0415  (an optional dependency)

    return TScan(
        startRow=request.start_row or None,
        stopRow=request.stop_row or None,
        timestamp=request.time_range[1] if request.time_range else None,
        columns=list(request.columns) or None,
        caching=rows,
        filterString=request.filter.encode() if request.filter else None,
        reversed=request.is_reversed or None,
    )


def _row(found: Any) -> Row:
    columns = sorted(found.columns.items())
    return of_cells(
        bytes(found.row),
        ((bytes(column), cell.timestamp, bytes(cell.value)) for column, cell in columns),
    )


def _attribute(value: object) -> str:
    if isinstance(value, bytes):
        return value.decode()
    return str(value).lower() if isinstance(value, bool) else str(value)


def _message(error: Exception) -> str:
    """Return the text of a Thrift exception; its own text does not count where it is bytes."""
    message = getattr(error, "message", None) or type(error).__name__
    return message.decode("utf-8", "replace") if isinstance(message, bytes) else str(message)


def _missing(what: str) -> NoReturn:
    raise ShellError(
        "NEEDS_QUORUM",
        "HBase's Thrift gateway does not have this. Connect to the cluster itself: "
        "shell.connect('zookeeper-host:2181'), or pyspark-hbase --quorum.",
        what=what,
    )
