"""Results as tables of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from pyspark_hbase._text import text_table
from pyspark_hbase._text.controls import without_controls
from pyspark_hbase.cli.sql_prompt import _values

if TYPE_CHECKING:
    import pyarrow as pa

_GAP: Final = " | "


def table(found: pa.Table, *, with_types: bool = False) -> str:
    """Columns below one another, numbers at the right, and how many rows there are.

    Types stand below the names of their columns.
    """
    heads = [_names(found), *([_types(found)] if with_types else [])]
    lines = [[_values.text(value) for value in row] for row in _values.rows(found)]
    widths, right = text_table.widths([*heads, *lines]), _are_numbers(found)
    head = [f" {text_table.line(each, widths, gap=_GAP)}".rstrip() for each in heads]
    rule = "+".join("-" * (each + 2) for each in widths)
    body = [f" {text_table.line(each, widths, right, _GAP)}".rstrip() for each in lines]
    return "\n".join([*head, rule, *body, counted(found.num_rows)])


def vertical(found: pa.Table, *, with_types: bool = False) -> str:
    """A line for each value."""
    heads = _heads(found, with_types)
    longest = max(map(text_table.width, heads), default=0)
    blocks = []
    for number, row in enumerate(_values.rows(found), 1):
        blocks.append(f"-[ row {number} ]".ljust(longest + 5, "-"))
        blocks += [
            f"{text_table.padded(head, longest)} | {_values.text(value)}"
            for head, value in zip(heads, row, strict=True)
        ]
    return "\n".join([*blocks, counted(found.num_rows)])


def markdown(found: pa.Table, *, with_types: bool = False) -> str:
    """A table of Markdown."""

    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"

    rule = ["---:" if at_right else "---" for at_right in _are_numbers(found)]
    body = [line([_values.text(value) for value in row]) for row in _values.rows(found)]
    return "\n".join([line(_heads(found, with_types)), line(rule), *body])


def counted(rows: int) -> str:
    """Return the number of rows as text.

    >>> counted(1), counted(1200)
    ('(1 row)', '(1,200 rows)')
    """
    return "(1 row)" if rows == 1 else f"({rows:,} rows)"


def _names(found: pa.Table) -> list[str]:
    return [without_controls(name) for name in found.column_names]


def _types(found: pa.Table) -> list[str]:
    return [without_controls(_values.sql_type(field.type)) for field in found.schema]


def _heads(found: pa.Table, with_types: bool) -> list[str]:
    if not with_types:
        return _names(found)
    return [f"{name} {of}" for name, of in zip(_names(found), _types(found), strict=True)]


def _are_numbers(found: pa.Table) -> list[bool]:
    import pyarrow.types as kinds  # noqa: PLC0415  (an optional dependency)

    def is_number(of: Any) -> bool:
        return kinds.is_integer(of) or kinds.is_floating(of) or kinds.is_decimal(of)

    return [is_number(field.type) for field in found.schema]
