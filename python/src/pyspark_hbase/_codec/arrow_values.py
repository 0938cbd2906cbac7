"""Between Arrow arrays and values of ``_codec.python_values``, but BOOLEAN as ``bool``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

import pyarrow as pa

from pyspark_hbase._codec import nested_values
from pyspark_hbase._codec.python_values import from_internal
from pyspark_hbase.codec_error import CodecError
from pyspark_hbase.errors import CorruptDataError, EvaluationError
from pyspark_hbase.types import DataType, TypeKind

if TYPE_CHECKING:
    import pandas as pd

_DECIMAL_BYTES: Final = 16

_Column = TypeVar("_Column", "pa.Array[Any]", "pa.ChunkedArray[Any]")

_WIRE_TYPES: Final[dict[TypeKind, pa.DataType]] = {
    TypeKind.BOOLEAN: pa.bool_(),
    TypeKind.TINYINT: pa.int8(),
    TypeKind.SMALLINT: pa.int16(),
    TypeKind.INT: pa.int32(),
    TypeKind.BIGINT: pa.int64(),
    TypeKind.FLOAT: pa.float32(),
    TypeKind.DOUBLE: pa.float64(),
    TypeKind.STRING: pa.binary(),
    TypeKind.BINARY: pa.binary(),
    TypeKind.DATE: pa.date32(),
    TypeKind.TIMESTAMP: pa.timestamp("us", tz="UTC"),
    TypeKind.TIMESTAMP_NTZ: pa.timestamp("us"),
    TypeKind.STRUCT: pa.binary(),
    TypeKind.ARRAY: pa.binary(),
    TypeKind.MAP: pa.binary(),
}


def wire_type(data_type: DataType) -> pa.DataType:
    """The type in frames."""
    if data_type.kind is TypeKind.DECIMAL:
        return pa.decimal128(data_type.precision, data_type.scale)
    return _WIRE_TYPES[data_type.kind]


def result_type(data_type: DataType) -> pa.DataType:
    """The type of a result column: as PySpark's ``toArrow`` has it, timestamps in UTC."""
    nested = [result_type(part) for part in data_type.nested]
    match data_type.kind:
        case TypeKind.STRUCT:
            return pa.struct(list(zip(data_type.names, nested, strict=True)))
        case TypeKind.ARRAY:
            return pa.list_(nested[0])
        case TypeKind.MAP:
            return pa.map_(nested[0], nested[1])
        case TypeKind.STRING:
            return pa.string()
        case _:
            return wire_type(data_type)


def to_internal(array: pa.Array[Any], data_type: DataType) -> list[Any]:
    """Values of a frame's column; None for NULL."""
    match data_type.kind:
        case TypeKind.DECIMAL:
            return _unscaled(array)
        case TypeKind.DATE:
            return array.view(pa.int32()).to_pylist()
        case TypeKind.TIMESTAMP | TypeKind.TIMESTAMP_NTZ:
            return array.view(pa.int64()).to_pylist()
        case _:
            return array.to_pylist()


def _unscaled(array: pa.Array[Any]) -> list[int | None]:
    data = memoryview(array.buffers()[1] or b"")
    start = array.offset * _DECIMAL_BYTES
    return [
        int.from_bytes(data[at : at + _DECIMAL_BYTES], "little", signed=True) if is_valid else None
        for at, is_valid in zip(
            range(start, start + len(array) * _DECIMAL_BYTES, _DECIMAL_BYTES),
            array.is_valid().to_pylist(),
            strict=True,
        )
    ]


def from_values(values: Sequence[Any], data_type: DataType) -> pa.Array[Any]:
    """A column as frames have it, of internal values."""
    target = wire_type(data_type)
    match data_type.kind:
        case TypeKind.DECIMAL:
            decimals = [None if v is None else from_internal(v, data_type) for v in values]
            return pa.array(decimals, target)
        case TypeKind.DATE:
            return pa.array(values, pa.int32()).view(target)
        case TypeKind.TIMESTAMP | TypeKind.TIMESTAMP_NTZ:
            return pa.array(values, pa.int64()).view(target)
        case _:
            return pa.array(values, target)


def finished(array: _Column, name: str, data_type: DataType) -> _Column:
    """A frame's column as a result column."""
    if data_type.nested:
        return _nested(array, name, data_type)
    target = result_type(data_type)
    if array.type == target:
        return array
    try:
        return array.cast(target)
    except pa.ArrowInvalid as error:
        raise CorruptDataError(
            "CORRUPT_VALUE",
            "A string of the result is not UTF-8; cast the column to binary to get its bytes.",
            column=name,
            problem=error,
        ) from error


def result_schema(columns: Iterable[tuple[str, DataType]]) -> pa.Schema:
    """The schema of a result with these names and types."""
    return pa.schema([(name, result_type(data_type)) for name, data_type in columns])


def to_rows(table: pa.Table) -> list[dict[str, Any]]:
    """Rows of Python's values, by column name.

    Raises:
        EvaluationError: ``YEAR_OUT_OF_PYTHON_RANGE``.
    """
    try:
        return table.to_pylist()
    except (OverflowError, ValueError) as error:
        raise _far_time(table, error) from error


def to_pandas(table: pa.Table) -> pd.DataFrame:
    """Make the table a frame, which holds far timestamps, and no far dates."""
    try:
        return table.to_pandas()
    except (OverflowError, ValueError) as error:
        raise _far_time(table, error) from error


def _far_time(table: pa.Table, problem: Exception) -> EvaluationError:
    return EvaluationError(
        "YEAR_OUT_OF_PYTHON_RANGE",
        "Python's dates have years 1 to 9999. The value is right: take to_arrow() or to_polars(), "
        "or cast the column to STRING.",
        column=next((n for n in table.column_names if _is_far(table.column(n))), ""),
        problem=problem,
    )


def _is_far(column: pa.ChunkedArray[Any]) -> bool:
    try:
        column.to_pylist()
    except (OverflowError, ValueError):
        return True
    return False


def _nested(array: _Column, name: str, data_type: DataType) -> _Column:
    try:
        values = [
            None if v is None else nested_values.decode(v, data_type) for v in array.to_pylist()
        ]
    except CodecError as error:
        raise CorruptDataError(
            "CORRUPT_VALUE",
            "A nested value of the result cannot be read, or not be held by Python; leave it out.",
            column=name,
            problem=error,
        ) from error
    try:
        found = pa.array(values, result_type(data_type))
    except UnicodeEncodeError as error:
        raise CorruptDataError(
            "CORRUPT_VALUE",
            "A string inside of a nested value of the result is not UTF-8; region servers can cast "
            "it to binary, Python cannot hold it.",
            column=name,
            problem=error,
        ) from error
    return pa.chunked_array([found]) if isinstance(array, pa.ChunkedArray) else found
