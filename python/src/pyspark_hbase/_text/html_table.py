"""The first rows of a result as a table for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final

from pyspark_hbase._text.binary_text import shown

if TYPE_CHECKING:
    import pyarrow as pa

_SHOWN: Final = 20


def first_rows(columns: Sequence[tuple[str, str]], batches: pa.RecordBatchReader) -> str:
    """HTML of the first rows, under names and types; reads no batch behind them."""
    rows: list[tuple[str, ...]] = []
    for batch in batches:
        # One more than is shown: it tells whether these are all.
        part = batch.slice(0, _SHOWN + 1 - len(rows))
        rows += zip(*(_texts(column) for column in part.columns), strict=True)
        if len(rows) > _SHOWN:
            break
    names = "".join(
        f"<th>{escape(name)}<br><small>{escape(kind)}</small></th>" for name, kind in columns
    )
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows[:_SHOWN])
    table = f"<table><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table>"
    return f"{table}<p>{_count(len(rows))}</p>"


def _count(rows: int) -> str:
    if rows > _SHOWN:
        return f"The first {_SHOWN} rows."
    return "1 row." if rows == 1 else f"{rows} rows."


def _texts(column: pa.Array[Any]) -> Iterable[str]:
    import pyarrow as pa  # noqa: PLC0415  (an optional dependency)

    try:
        values: list[Any] = column.to_pylist()
    except (OverflowError, ValueError):
        # Python has no dates of these years.
        values = column.cast(pa.string()).to_pylist()
    return [f"<td>{_text(value)}</td>" for value in values]


def _text(value: Any) -> str:
    if value is None:
        return "<i>NULL</i>"
    return escape(shown(value) if isinstance(value, bytes) else str(value))
