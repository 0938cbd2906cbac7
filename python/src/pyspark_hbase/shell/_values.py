"""The results of the shell's commands: values to work with, shown as HBase's shell shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Final

from pyspark_hbase._execution.optional import pandas_frame, require
from pyspark_hbase._text.binary_text import shown
from pyspark_hbase.shell import _text
from pyspark_hbase.shell._cell import Cell

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

SHOWN_ROWS: Final = 1_000
"""Rows that are shown of a result; all are there in a loop, or in ``to_list()``."""


class Row(Mapping[str, bytes]):
    r"""One row: its newest values by column, as ``row["f:q"]``. Immutable.

    Columns are texts in the notation of HBase's shell. A row that is not there has no cells and is
    false.

    >>> row = Row(b"r1", (Cell(b"f:a", 1700000000000, b"x\x00"),))
    >>> row["f:a"], dict(row)
    (b'x\x00', {'f:a': b'x\x00'})
    >>> row
    COLUMN  CELL
     f:a    timestamp=2023-11-14T22:13:20.000Z, value=x\x00
    1 row(s)
    """

    def __init__(self, key: bytes, cells: tuple[Cell, ...]) -> None:
        self.key: Final = key
        self.cells: Final = cells
        """All that were asked for, the versions of a column from the newest on."""
        self._values: dict[str, bytes] = {}
        for cell in cells:
            self._values.setdefault(shown(cell.column), cell.value)

    def __getitem__(self, column: str) -> bytes:
        return self._values[column]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Row) and (self.key, self.cells) == (other.key, other.cells)

    def __hash__(self) -> int:
        return hash((self.key, self.cells))

    def __repr__(self) -> str:
        return _text.cells(self.cells)


class Rows:
    """The rows of a scan, which runs when they are asked for, each time anew.

    Nothing is kept, so a loop over a large table needs the memory of a batch. What a prompt shows
    ends after ``SHOWN_ROWS`` rows and says so.
    """

    def __init__(self, read: Callable[[], Iterator[Row]]) -> None:
        self._read = read

    def __iter__(self) -> Iterator[Row]:
        return self._read()

    def first(self) -> Row | None:
        """The first row, None if there is none."""
        return next(iter(self), None)

    def to_list(self) -> list[Row]:
        """All rows, in memory."""
        return list(self)

    def to_arrow(self) -> pa.Table:
        """All rows as an Arrow table: ``row``, and a binary column for each one of HBase's."""
        import pyarrow as pa  # noqa: PLC0415  (an optional dependency)

        rows = self.to_list()
        columns = sorted({column for row in rows for column in row})
        arrays = [pa.array([row.key for row in rows], pa.binary())]
        arrays += [pa.array([row.get(c) for row in rows], pa.binary()) for c in columns]
        return pa.Table.from_arrays(arrays, names=["row", *columns])

    def to_pandas(self) -> pd.DataFrame:
        """All rows as a DataFrame of ``bytes``, None where a row has no such cell."""
        require("pandas")
        return pandas_frame(self.to_arrow())

    def __repr__(self) -> str:
        found = list(islice(self, SHOWN_ROWS + 1))
        text = _text.rows([(row.key, row.cells) for row in found[:SHOWN_ROWS]])
        more = f"\nand more: only {SHOWN_ROWS} rows are shown, give LIMIT or loop over the rows"
        return text + more if len(found) > SHOWN_ROWS else text


class Names(list[str]):
    """Names of tables; it prints as HBase's shell prints them."""

    def __repr__(self) -> str:
        return "\n".join(["TABLE", *self, f"{len(self)} row(s)"])


@dataclass(frozen=True)
class TableDescription:
    """The result of ``describe``."""

    name: str
    is_enabled: bool
    families: Mapping[str, Mapping[str, str]]
    """Attributes of the column families, by family, as HBase writes them."""
    attributes: Mapping[str, str] = field(default_factory=dict)
    """Values of the table's own; empty through Thrift, which does not tell them."""

    def __repr__(self) -> str:
        return _text.description(self.name, self.is_enabled, self.families, self.attributes)


def of_cells(key: bytes, cells: Iterator[tuple[bytes, int, bytes]]) -> Row:
    """A row of ``(column, timestamp, value)``."""
    return Row(key, tuple(Cell(*each) for each in cells))
