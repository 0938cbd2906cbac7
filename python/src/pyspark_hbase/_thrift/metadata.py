"""Reads the metadata table through a Thrift gateway."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

from pyspark_hbase._schema.columns import CellPlace, FamilyMapPlace
from pyspark_hbase._schema.table_document import TABLE, DescribedTable, parse
from pyspark_hbase._thrift.thrift_errors import final, is_missing_family, is_missing_table
from pyspark_hbase.errors import TableNotFoundError

if TYPE_CHECKING:
    import happybase

    from pyspark_hbase._thrift.row_requests import Cells, RowRequest

METADATA_TABLE: Final = b"SPARK_SQL_HBASE_TABLE"
FAMILY: Final = b"CF"
_ANY_ROW: Final = b"\0"

_TABLE_COLUMN: Final = FAMILY + b":" + TABLE
_NAMES_AT_ONCE: Final = 1_000


def load(connection: happybase.Connection, name: str) -> DescribedTable:
    """Read one row of the metadata table."""
    qualified = qualified_name(name)
    found = parse(qualified, _cells(connection, qualified, FAMILY))
    _check_families(connection, found)
    return found


def _check_families(connection: happybase.Connection, table: DescribedTable) -> None:
    """Raise FAMILY_MISSING where a mapped family is gone.

    Scans that name no family, because any cell makes a row, would read its columns as NULL.
    """
    places = (column.place for column in table.columns)
    named = dict.fromkeys(
        place.family + b":" for place in places if isinstance(place, CellPlace | FamilyMapPlace)
    )
    if table.families or not named:
        return
    from thriftpy2.thrift import TException  # noqa: PLC0415  (an optional dependency)

    from pyspark_hbase._thrift.calls import Client  # noqa: PLC0415  (needs the same)

    try:
        client = Client(connection)
        client.getRowWithColumns(table.hbase_table.encode(), _ANY_ROW, list(named), {})
    except TException as error:
        # What else is wrong the query says.
        if is_missing_family(error):
            raise final(error, table.name) or error from error


def state(connection: happybase.Connection, name: str) -> bytes:
    """The cell that every change of the description of a table, and of which table it is, rewrites.

    Raises:
        TableNotFoundError: there is no such SQL table.
    """
    qualified = qualified_name(name)
    return _cells(connection, qualified, _TABLE_COLUMN)[TABLE]


def state_request(name: str) -> RowRequest:
    """Asks for what :func:`state` gives, of ``namespace.table``."""
    from pyspark_hbase._thrift.row_requests import RowRequest  # noqa: PLC0415  (an optional dependency)

    return RowRequest(METADATA_TABLE, name.encode(), [_TABLE_COLUMN])


def state_in(cells: Cells) -> bytes | None:
    """The state in the answer; None if there is no such SQL table."""
    cell = cells.get(_TABLE_COLUMN)
    return None if cell is None else cell.value


def qualified_name(name: str, namespace: str = "default") -> str:
    """``namespace.table``."""
    return name if "." in name else f"{namespace}.{name}"


def _cells(connection: happybase.Connection, name: str, columns: bytes) -> dict[bytes, bytes]:
    """Cells of one row, by qualifier; at least that of the table."""
    from thriftpy2.thrift import TException  # noqa: PLC0415  (an optional dependency)

    from pyspark_hbase._thrift.calls import Client  # noqa: PLC0415  (needs the same)

    try:
        rows = Client(connection).getRowWithColumns(METADATA_TABLE, name.encode(), [columns], {})
    except TException as error:
        if is_missing_table(error):
            raise TableNotFoundError(
                "TABLE_NOT_FOUND",
                "This HBase has no SQL tables: no CREATE TABLE ... USING hbase has run against it.",
                table=name,
            ) from error
        _raise(error)
    prefix = FAMILY + b":"
    found = rows[0].columns if rows else {}
    cells = {column.removeprefix(prefix): bytes(cell.value) for column, cell in found.items()}
    # A row without it is that of a table which CREATE TABLE AS SELECT is writing.
    if TABLE not in cells:
        raise TableNotFoundError(
            "TABLE_NOT_FOUND", "There is no SQL table of this name.", table=name
        )
    return cells


def table_names(connection: happybase.Connection) -> list[str]:
    """Names of all SQL tables; none where there is no metadata table."""
    from thriftpy2.thrift import TException  # noqa: PLC0415  (an optional dependency)

    from pyspark_hbase._thrift.calls import Client  # noqa: PLC0415  (needs the same)
    from pyspark_hbase._thrift.messages import TScan  # noqa: PLC0415  (the same)

    client, names = Client(connection), []
    # Every row has this cell; the descriptions of columns stay where they are.
    scan = TScan(columns=[_TABLE_COLUMN], caching=_NAMES_AT_ONCE)
    try:
        scanner = client.scannerOpenWithScan(METADATA_TABLE, scan, {})
        while rows := client.scannerGetList(scanner, _NAMES_AT_ONCE):
            names += [bytes(row.row).decode() for row in rows]
        client.scannerClose(scanner)
    except TException as error:
        if not is_missing_table(error):
            _raise(error)
    return names


def regions(connection: happybase.Connection, hbase_table: str) -> list[tuple[bytes, bytes]]:
    """Row keys of the regions of an HBase table, ``[start_row, stop_row)``, in their order."""
    from pyspark_hbase._thrift.calls import Client  # noqa: PLC0415  (an optional dependency)

    found = Client(connection).getTableRegions(hbase_table.encode())
    return sorted((bytes(each.startKey or b""), bytes(each.endKey or b"")) for each in found)


def _raise(error: Exception) -> NoReturn:
    raise final(error, METADATA_TABLE.decode()) or error
