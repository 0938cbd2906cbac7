"""Results as tables of text."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from pyspark_hbase.cli.sql import _values

if TYPE_CHECKING:
    import pyarrow as pa

_WIDE: Final = frozenset("WF")


def table(found: pa.Table) -> str:
    """Columns below one another, numbers at the right, and how many rows there are."""
    heads = [_values.text(name) for name in found.column_names]
    lines = [[_values.text(value) for value in row] for row in _values.rows(found)]
    widths = [max(map(width, column)) for column in zip(heads, *lines, strict=True)]
    right = _are_numbers(found)
    head = "|".join(f" {_padded(each, w)} " for each, w in zip(heads, widths, strict=True))
    rule = "+".join("-" * (w + 2) for w in widths)
    body = [
        "|".join(
            f" {_padded(cell, w, at_right)} "
            for cell, w, at_right in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in lines
    ]
    return "\n".join([head.rstrip(), rule, *body, counted(found.num_rows)])


def vertical(found: pa.Table) -> str:
    """A line for each value."""
    heads = [_values.text(name) for name in found.column_names]
    longest = max(map(width, heads), default=0)
    blocks = []
    for number, row in enumerate(_values.rows(found), 1):
        blocks.append(f"-[ row {number} ]".ljust(longest + 5, "-"))
        blocks += [
            f"{_padded(head, longest)} | {_values.text(value)}"
            for head, value in zip(heads, row, strict=True)
        ]
    return "\n".join([*blocks, counted(found.num_rows)])


def markdown(found: pa.Table) -> str:
    """A table of Markdown."""

    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"

    rule = ["---:" if at_right else "---" for at_right in _are_numbers(found)]
    body = [line([_values.text(value) for value in row]) for row in _values.rows(found)]
    return "\n".join([line([_values.text(n) for n in found.column_names]), line(rule), *body])


def counted(rows: int) -> str:
    """How many rows there are.

    >>> counted(1), counted(1200)
    ('(1 row)', '(1,200 rows)')
    """
    return "(1 row)" if rows == 1 else f"({rows:,} rows)"


def width(text: str) -> int:
    r"""Columns of a terminal that a text without control characters takes.

    >>> width("abc"), width("日本"), width("e\u0301")
    (3, 4, 1)
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in _WIDE)
        for c in text
    )


def _padded(text: str, to: int, at_right: bool = False) -> str:
    space = " " * (to - width(text))
    return space + text if at_right else text + space


def _are_numbers(found: pa.Table) -> list[bool]:
    import pyarrow.types as kinds  # noqa: PLC0415  (an optional dependency)

    def is_number(of: Any) -> bool:
        return kinds.is_integer(of) or kinds.is_floating(of) or kinds.is_decimal(of)

    return [is_number(field.type) for field in found.schema]
