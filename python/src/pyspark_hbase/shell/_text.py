"""Rows, cells and tables in the layout of HBase's shell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, timezone
from typing import Final

from pyspark_hbase._text import text_table
from pyspark_hbase._text.binary_text import shown
from pyspark_hbase.shell._cell import Cell

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=timezone.utc)


def rows(found: Sequence[tuple[bytes, Sequence[Cell]]]) -> str:
    """Return the text of ``scan`` for row keys and their cells."""
    lines = [
        (shown(key), f"column={shown(cell.column)}, {_dated(cell)}")
        for key, cells in found
        for cell in cells
    ]
    return _two_columns("ROW", "COLUMN+CELL", lines, len(found))


def cells(found: Sequence[Cell]) -> str:
    """Return the text of ``get``."""
    lines = [(shown(cell.column), _dated(cell)) for cell in found]
    return _two_columns("COLUMN", "CELL", lines, 1 if found else 0)


def description(
    name: str,
    is_enabled: bool,
    families: Mapping[str, Mapping[str, str]],
    attributes: Mapping[str, str],
) -> str:
    """Return the text of ``describe``."""
    lines = [f"Table {name} is {'ENABLED' if is_enabled else 'DISABLED'}"]
    if attributes:
        lines.append(f"{name}, {{TABLE_ATTRIBUTES => {_attributes(attributes)}}}")
    lines.append("COLUMN FAMILIES DESCRIPTION")
    lines += [_attributes({"NAME": family} | dict(of)) for family, of in families.items()]
    return "\n".join([*lines, f"{len(families)} row(s)"])


def time(millis: int) -> str:
    """A cell's timestamp; a number where it is no time.

    >>> time(0), time(2**62)
    ('1970-01-01T00:00:00.000Z', '4611686018427387904')
    """
    try:
        moment = _EPOCH + timedelta(milliseconds=millis)
    except OverflowError:
        return str(millis)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _dated(cell: Cell) -> str:
    return f"timestamp={time(cell.timestamp)}, value={shown(cell.value)}"


def _two_columns(left: str, right: str, lines: Sequence[tuple[str, str]], count: int) -> str:
    """Rows stand one column to the right of their heads."""
    listed = [(left, right), *((f" {a}", b) for a, b in lines)]
    widths = text_table.widths(listed)
    return "\n".join([*(text_table.line(each, widths) for each in listed), f"{count} row(s)"])


def _attributes(values: Mapping[str, str]) -> str:
    return "{" + ", ".join(f"{key} => '{value}'" for key, value in values.items()) + "}"
