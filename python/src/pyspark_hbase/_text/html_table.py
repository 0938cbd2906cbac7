"""The first rows of a result as a table for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
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
    return [f"<td>{_text(scalar)}</td>" for scalar in column]


def _text(scalar: pa.Scalar[Any]) -> str:
    try:
        value = scalar.as_py()
    except (OverflowError, ValueError):
        return escape(_far(scalar))
    if value is None:
        return "<i>NULL</i>"
    return escape(shown(value) if isinstance(value, bytes) else str(value))


def _far(scalar: Any) -> str:
    """The text of a value that holds a date or time of a year that Python does not have."""
    import pyarrow as pa  # noqa: PLC0415  (an optional dependency)

    try:
        value = scalar.as_py()
    except (OverflowError, ValueError):
        if isinstance(scalar, pa.StructScalar):
            fields = (f"{name!r}: {_far(field)}" for name, field in scalar.items())
            return f"{{{', '.join(fields)}}}"
        if isinstance(scalar, pa.ListScalar) and scalar.values is not None:
            if isinstance(scalar, pa.MapScalar):
                entries = (entry.values() for entry in scalar.values)
                return f"[{', '.join(f'({_far(key)}, {_far(each)})' for key, each in entries)}]"
            return f"[{', '.join(map(_far, scalar.values))}]"
        return str(scalar.cast(pa.string()))
    return str(value) if isinstance(value, date) else repr(value)
