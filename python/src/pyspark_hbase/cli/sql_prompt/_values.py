"""Values of results as texts and as JSON."""

from __future__ import annotations

import datetime
import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from pyspark_hbase._codec.text_values import date_text, timestamp_text
from pyspark_hbase._text.binary_text import shown
from pyspark_hbase._text.controls import without_controls

if TYPE_CHECKING:
    import pyarrow as pa

NULL: Final = "NULL"
_LIKE_NULL: Final = re.compile(r"'*NULL'*")
"""Texts that would read as NULL; they stand between quotes."""

_SQL_NAMES: Final = {
    **{"bool": "boolean", "int8": "tinyint", "int16": "smallint", "int32": "int"},
    **{"int64": "bigint", "date32[day]": "date", "null": "void"},
}


def sql_type(of: Any) -> str:
    """The name in SQL of a type of Arrow's.

    >>> import pyarrow as pa
    >>> sql_type(pa.int64()), sql_type(pa.list_(pa.decimal128(3, 1)))
    ('bigint', 'array<decimal(3,1)>')
    """
    import pyarrow.types as kinds  # noqa: PLC0415  (an optional dependency)

    if kinds.is_decimal(of):
        return f"decimal({of.precision},{of.scale})"
    if kinds.is_timestamp(of):
        return "timestamp_ntz" if of.tz is None else "timestamp"
    if kinds.is_map(of):
        return f"map<{sql_type(of.key_type)},{sql_type(of.item_type)}>"
    if kinds.is_list(of):
        return f"array<{sql_type(of.value_type)}>"
    if kinds.is_struct(of):
        return f"struct<{','.join(f'{field.name}:{sql_type(field.type)}' for field in of)}>"
    return _SQL_NAMES.get(str(of), str(of))


def rows(table: pa.Table) -> Iterator[tuple[Any, ...]]:
    """Rows of Python values; maps are dictionaries."""
    for batch in table.to_batches():
        columns = [_column(array) for array in batch.columns]
        yield from zip(*columns, strict=True) if columns else ()


def text(value: Any) -> str:
    r"""A value as people read it; nothing in it moves the cursor.

    >>> text(None), text(True), text(Decimal("1.50")), text(b"\xff"), text("a\nb")
    ('NULL', 'true', '1.50', '\\xFF', 'a\\nb')
    >>> text([1, None]), text({"a": datetime.date(2024, 2, 1)})
    ('[1,null]', '{"a":"2024-02-01"}')
    >>> text("NULL"), text("'NULL'"), text("null")
    ("'NULL'", "''NULL''", 'null')
    """
    if value is None:
        return NULL
    shown_text = without_controls(raw_text(value))
    return f"'{shown_text}'" if _LIKE_NULL.fullmatch(shown_text) else shown_text


def raw_text(value: Any) -> str:  # noqa: PLR0911  (one for each kind)
    """Return the value with its control characters, and nothing for NULL."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case Decimal():
            return format(value, "f")
        case bytes():
            return shown(value)
        case datetime.datetime():
            return value.replace(tzinfo=None).isoformat(" ")
        case FarTime():
            return replace(value, zone="").isoformat(" ")
        case dict() | list():
            return to_json(value)
    return str(value)


def to_json(value: Any) -> str:  # noqa: PLR0911  (one for each kind)
    """A value as JSON. Decimals are numbers with all their digits, NaN and infinities texts.

    >>> to_json({"a": Decimal("0.10"), "b": float("nan"), "c": [b"x", None]})
    '{"a":0.10,"b":"NaN","c":["x",null]}'
    """
    match value:
        case None | bool() | int() | str():
            return json.dumps(value, ensure_ascii=False)
        case float():
            return repr(value) if math.isfinite(value) else f'"{_not_finite(value)}"'
        case Decimal():
            return format(value, "f")
        case datetime.datetime() | datetime.date() | FarTime():
            return f'"{value.isoformat()}"'
        case dict():
            items = (f"{to_json(raw_text(k))}:{to_json(v)}" for k, v in value.items())
            return f"{{{','.join(items)}}}"
        case list():
            return f"[{','.join(map(to_json, value))}]"
    return to_json(raw_text(value))


def json_object(names: Sequence[str], row: Sequence[Any]) -> str:
    """One row as an object; of columns with the same name all are there."""
    members = (f"{to_json(name)}:{to_json(value)}" for name, value in zip(names, row, strict=True))
    return f"{{{','.join(members)}}}"


def _not_finite(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    return "Infinity" if value > 0 else "-Infinity"


@dataclass(frozen=True, slots=True)
class FarTime:
    """A date or timestamp with a year that Python's do not have, as Spark writes it."""

    day: str
    clock: str = ""
    zone: str = ""

    def isoformat(self, separator: str = "T") -> str:
        """Return the text that Python has for such a value."""
        return f"{self.day}{separator}{self.clock}{self.zone}" if self.clock else self.day


def _column(array: pa.Array[Any]) -> list[Any]:
    try:
        values = array.to_pylist()
    except (OverflowError, ValueError):
        values = [_value(each) for each in array]
    if "map<" not in str(array.type):
        return values
    return [_with_maps(value, array.type) for value in values]


def _value(scalar: Any) -> Any:
    """Return Python's value for one of Arrow's."""
    import pyarrow.types as kinds  # noqa: PLC0415  (an optional dependency)

    of = scalar.type
    if not scalar.is_valid:
        return None
    if kinds.is_list(of) or kinds.is_map(of):
        return [_value(each) for each in scalar.values]
    if kinds.is_struct(of):
        parts = [_value(scalar[i]) for i in range(of.num_fields)]
        names = [of.field(i).name for i in range(of.num_fields)]
        # An entry of a map is a pair.
        return tuple(parts) if names == ["key", "value"] else dict(zip(names, parts, strict=True))
    try:
        return scalar.as_py()
    except (OverflowError, ValueError):
        return _far_time(scalar, kinds.is_timestamp(of))


def _far_time(scalar: Any, is_timestamp: bool) -> FarTime:
    if not is_timestamp:
        return FarTime(date_text(scalar.value))
    day, _, clock = timestamp_text(scalar.value).partition("T")
    zone = "" if scalar.type.tz is None else "+00:00"
    return FarTime(day, clock.removesuffix(".000000"), zone)


def _with_maps(value: Any, of: Any) -> Any:
    """Arrow gives maps as lists of pairs."""
    import pyarrow.types as kinds  # noqa: PLC0415  (an optional dependency)

    if value is None:
        return None
    if kinds.is_map(of):
        return {_with_maps(k, of.key_type): _with_maps(v, of.item_type) for k, v in value}
    if kinds.is_list(of):
        return [_with_maps(each, of.value_type) for each in value]
    if kinds.is_struct(of):
        return {field.name: _with_maps(value[field.name], field.type) for field in of}
    return value
