"""Row keys of whole numbers and texts, written in one step; docs/FORMAT.md, "Row keys".

For rows that are read one at a time. Whatever these do not write is left to ``row_key``, so that
there is one place that says what is wrong with a value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pyspark_hbase._codec.binary_values import fixed_width
from pyspark_hbase._codec.key_form import ESCAPED, ESCAPED_END, PLAIN
from pyspark_hbase._codec.python_values import bounds
from pyspark_hbase.row_key import MAX_ROW_KEY_BYTES, RowKeySchema
from pyspark_hbase.types import DataType, TypeKind
from pyspark_hbase.values import Encoding

__all__ = ["MOST_BYTES", "Write", "key_writers"]

Write = Callable[[Any], tuple[int | bytes, bytes] | None]
"""The internal value of a Python value, and its bytes in the row key; None if it takes more."""

MOST_BYTES: Final = MAX_ROW_KEY_BYTES
_WHOLE: Final = (TypeKind.TINYINT, TypeKind.SMALLINT, TypeKind.INT, TypeKind.BIGINT)


def key_writers(row_keys: RowKeySchema) -> tuple[Write, ...] | None:
    """Return the writer of each column of the row key.

    None if a column needs more than a writer.
    """
    if row_keys.prefix is not None:
        return None
    writers = []
    for i, part in enumerate(row_keys.parts):
        is_ascending = part.encoding is Encoding.ORDERED and not part.descending
        is_plain = is_ascending and part.form == PLAIN
        is_text = part.type.kind is TypeKind.STRING
        if is_plain and part.type.kind in _WHOLE:
            writers.append(_whole(part.type))
        elif is_plain and is_text:
            writers.append(_text(b"" if i == len(row_keys.parts) - 1 else part.terminator))
        elif is_ascending and is_text and part.form == ESCAPED:
            # A text with U+0000, the only one to escape, is not written here.
            writers.append(_text(ESCAPED_END))
        else:
            return None
    return tuple(writers)


def _whole(data_type: DataType) -> Write:
    smallest, largest = bounds(data_type)
    width = fixed_width(data_type) or 0

    def write(value: Any) -> tuple[int | bytes, bytes] | None:
        if type(value) is not int or not smallest <= value <= largest:
            return None
        return value, (value - smallest).to_bytes(width, "big")

    return write


def _text(end: bytes) -> Write:
    def write(value: Any) -> tuple[int | bytes, bytes] | None:
        if type(value) is not str or not value.isascii() or "\0" in value:
            return None
        data = value.encode()
        return data, data + end

    return write
