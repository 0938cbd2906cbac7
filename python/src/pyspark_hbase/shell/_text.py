"""Rows, cells and tables in the layout of HBase's shell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from pyspark_hbase._text.binary_text import shown
from pyspark_hbase.shell._cell import Cell

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def rows(found: Sequence[tuple[bytes, Sequence[Cell]]]) -> str:
    """What ``scan`` shows of row keys and their cells."""
    lines = [
        (shown(key), f"column={shown(cell.column)}, {_dated(cell)}")
        for key, cells in found
        for cell in cells
    ]
    return _two_columns("ROW", "COLUMN+CELL", lines, len(found))


def cells(found: Sequence[Cell]) -> str:
    """What ``get`` shows."""
    lines = [(shown(cell.column), _dated(cell)) for cell in found]
    return _two_columns("COLUMN", "CELL", lines, 1 if found else 0)


def description(
    name: str,
    is_enabled: bool,
    families: Mapping[str, Mapping[str, str]],
    attributes: Mapping[str, str],
) -> str:
    """What ``describe`` shows."""
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


def _two_columns(left: str, right: str, lines: Iterable[tuple[str, str]], count: int) -> str:
    lines = list(lines)
    width = max([len(left) - 1, *(len(line[0]) for line in lines)]) + 2
    head = f"{left:<{width + 1}}{right}"
    return "\n".join([head, *(f" {a:<{width}}{b}" for a, b in lines), f"{count} row(s)"])


def _attributes(values: Mapping[str, str]) -> str:
    return "{" + ", ".join(f"{key} => '{value}'" for key, value in values.items()) + "}"
