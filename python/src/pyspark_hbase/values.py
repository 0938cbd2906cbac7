"""The codec of SQL values: from one value to the bytes of one HBase cell, and back.

The encodings are those of docs/FORMAT.md, "Values", the same bytes as in the JVM. Python values
are ``bool``, ``int``, ``float``, ``Decimal``, ``str``, ``bytes``, ``date`` and ``datetime``: with a
time zone for TIMESTAMP, without for TIMESTAMP_NTZ. Bytes of a STRING that are not UTF-8 become lone
surrogates (``surrogateescape``) and back. NULL has no bytes: it is an absent cell.

>>> encode_value(-1, types.INT, Encoding.ORDERED).hex()
'7fffffff'
>>> decode_value(b"-1", types.INT, Encoding.TEXT)
-1
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Final

from pyspark_hbase import types
from pyspark_hbase._codec import binary_values, cast_text, phoenix_values, text_values
from pyspark_hbase._codec.python_values import Value, from_internal, to_internal
from pyspark_hbase.codec_error import CodecError, CodecErrorCode
from pyspark_hbase.types import DataType, TypeKind

__all__ = ["CodecError", "CodecErrorCode", "Encoding", "Value", "decode_value", "encode_value"]


class Encoding(IntEnum):
    """The encodings of values; names and numbers as in ``sub_plan.proto``."""

    ORDERED = 1
    """Big-endian; byte order equals value order."""
    HBASE = 2
    """The bytes of HBase's ``Bytes.toBytes``."""
    TEXT = 3
    """The value's text in UTF-8. Not for BINARY."""
    NESTED = 4
    """STRUCT, ARRAY and MAP in binary form. The region servers read it; this package does not."""
    JSON = 5
    """STRUCT, ARRAY and MAP as JSON; as for NESTED."""
    AVRO = 6
    """STRUCT, ARRAY and MAP in Avro's binary encoding; as for NESTED."""
    PHOENIX = 7
    """The bytes of Apache Phoenix for its type of this name; byte order equals value order."""
    CAST_TEXT = 8
    """Texts of other programs, not in row keys: written as TEXT, read as Spark's CAST reads."""


_Internal = int | float | bytes

_ENCODERS: Final[dict[Encoding, Callable[[_Internal, DataType], bytes]]] = {
    Encoding.ORDERED: binary_values.encode_ordered,
    Encoding.HBASE: binary_values.encode_hbase,
    Encoding.TEXT: text_values.encode,
    Encoding.PHOENIX: phoenix_values.encode,
    Encoding.CAST_TEXT: text_values.encode,
}
_DECODERS: Final[dict[Encoding, Callable[[bytes, DataType], _Internal]]] = {
    Encoding.ORDERED: binary_values.decode_ordered,
    Encoding.HBASE: binary_values.decode_hbase,
    Encoding.TEXT: text_values.decode,
    Encoding.PHOENIX: phoenix_values.decode,
    Encoding.CAST_TEXT: cast_text.decode,
}


def encode_value(value: Value, data_type: DataType, encoding: Encoding) -> bytes:
    """Write one value.

    FLOAT takes the nearest 32-bit number. DATE and timestamps also take an ``int``: days, or
    microseconds, since 1970.

    Raises:
        CodecError: ``VALUE_OUT_OF_RANGE`` when the type cannot hold the value.
        TypeError: when the value is of another Python type than the column's.
    """
    _require_supported(data_type, encoding)
    return _ENCODERS[encoding](to_internal(value, data_type), data_type)


def decode_value(data: bytes, data_type: DataType, encoding: Encoding) -> Value:
    """Read the value that is exactly ``data``.

    Raises:
        CodecError: ``CORRUPT_VALUE`` when the bytes are not a value of that type and encoding;
            ``YEAR_OUT_OF_PYTHON_RANGE`` when it is a date outside Python's years 1 to 9999.
    """
    return from_internal(decode_internal(data, data_type, encoding), data_type)


def decoder(data_type: DataType, encoding: Encoding) -> Callable[[bytes], _Internal]:
    """Return the decoder for the internal values of many cells.

    It raises a bare MalformedValueError.
    """
    _require_supported(data_type, encoding)
    decode = _DECODERS[encoding]
    return lambda data: decode(data, data_type)


def decode_internal(data: bytes, data_type: DataType, encoding: Encoding) -> int | float | bytes:
    """As :func:`decode_value`, but the internal value of the type (see ``_python_values``)."""
    try:
        return decoder(data_type, encoding)(data)
    except binary_values.MalformedValueError as error:
        raise CodecError(
            CodecErrorCode.CORRUPT_VALUE,
            type=data_type,
            encoding=encoding.name,
            reason=error,
            bytes=data.hex(),
        ) from None


def is_decodable(data_type: DataType, encoding: Encoding) -> bool:
    """Whether this package reads such cells; the region servers read the others."""
    return not data_type.nested and encoding in _DECODERS


def _require_supported(data_type: DataType, encoding: Encoding) -> None:
    if not is_decodable(data_type, encoding):
        raise ValueError(
            f"cells of nested values, here {data_type} as {encoding.name}, are read by the region "
            "servers only; select the column instead"
        )
    is_text = encoding in (Encoding.TEXT, Encoding.CAST_TEXT)
    if is_text and data_type.kind is TypeKind.BINARY:
        raise ValueError(
            f"a {types.BINARY} column has no encoding TEXT: arbitrary bytes are not text; "
            "use ORDERED or HBASE"
        )
