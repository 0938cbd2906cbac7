"""The error of all codecs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pyspark_hbase._text.text_enum import TextEnum
from pyspark_hbase.errors import PySparkHBaseError

__all__ = [
    "CodecError",
    "CodecErrorCode",
]


class CodecErrorCode(TextEnum):
    """The rule that was broken; the JVM has all but the last."""

    CORRUPT_VALUE = "CORRUPT_VALUE"
    ROW_KEY_TOO_SHORT = "ROW_KEY_TOO_SHORT"
    ROW_KEY_TRAILING_BYTES = "ROW_KEY_TRAILING_BYTES"
    ROW_KEY_TOO_LONG = "ROW_KEY_TOO_LONG"
    ROW_KEY_EMPTY = "ROW_KEY_EMPTY"
    NULL_IN_ROW_KEY = "NULL_IN_ROW_KEY"
    NUL_IN_STRING_KEY = "NUL_IN_STRING_KEY"
    DELIMITER_IN_KEY = "DELIMITER_IN_KEY"
    KEY_VALUE_LENGTH = "KEY_VALUE_LENGTH"
    VALUE_OUT_OF_RANGE = "VALUE_OUT_OF_RANGE"
    YEAR_OUT_OF_PYTHON_RANGE = "YEAR_OUT_OF_PYTHON_RANGE"


_SENTENCES: Final[Mapping[CodecErrorCode, str]] = {
    CodecErrorCode.CORRUPT_VALUE: (
        "the bytes are not a value of the column's type and encoding. The cell was likely written "
        "with another type or encoding; declare the column as it was written, see FORMAT.md"
    ),
    CodecErrorCode.ROW_KEY_TOO_SHORT: (
        "the row key ends inside a key column. The table was likely written with another key "
        'schema; see FORMAT.md, "Row keys"'
    ),
    CodecErrorCode.ROW_KEY_TRAILING_BYTES: (
        "the row key goes on after its last key column. The table was likely written with another "
        'key schema; see FORMAT.md, "Row keys"'
    ),
    CodecErrorCode.ROW_KEY_TOO_LONG: (
        "the row key is longer than HBase allows. Shorten the values of the string or binary key "
        "columns"
    ),
    CodecErrorCode.ROW_KEY_EMPTY: (
        "the row key has no bytes, which HBase does not allow. Give the key column a value that "
        "is not empty"
    ),
    CodecErrorCode.NULL_IN_ROW_KEY: (
        "a key column is NULL. Key columns are NOT NULL; filter such rows out or give them a value"
    ),
    CodecErrorCode.NUL_IN_STRING_KEY: (
        "a string in the row key contains the character U+0000, which ends the string there. "
        "Remove the character, or declare a table whose column is the last one of the key or of "
        "form escaped"
    ),
    CodecErrorCode.DELIMITER_IN_KEY: (
        "a value of a delimited key column contains the delimiter, which ends the value there. "
        "Remove it from the value, or declare the column with another delimiter or form; see "
        'FORMAT.md, "Forms of key columns"'
    ),
    CodecErrorCode.KEY_VALUE_LENGTH: (
        "a value of a fixed key column has another number of bytes than the column. Pad or cut the "
        "value, or declare the column with another form; see FORMAT.md, "
        '"Forms of key columns"'
    ),
    CodecErrorCode.VALUE_OUT_OF_RANGE: (
        "the value does not fit the column's type. Widen the type or correct the value"
    ),
    CodecErrorCode.YEAR_OUT_OF_PYTHON_RANGE: (
        "the value is right, but Python's dates only reach from year 1 to 9999. Read the column "
        "with SQL, or leave it out"
    ),
}


class CodecError(PySparkHBaseError, ValueError):
    """Bytes that do not decode, or a value that has no encoding.

    >>> error = CodecError(CodecErrorCode.NULL_IN_ROW_KEY, part=1)
    >>> str(error).partition(".")[0], error.values["part"]
    ('NULL_IN_ROW_KEY: a key column is NULL', '1')
    >>> error.code is CodecErrorCode.NULL_IN_ROW_KEY
    True
    >>> error.with_values(row=7).values["row"]
    '7'
    """

    code: CodecErrorCode
    values: Mapping[str, str]
    """The keyed values of the message."""

    def __init__(self, code: CodecErrorCode, **values: object) -> None:
        self.code = code
        self.values = MappingProxyType({key: str(value) for key, value in values.items()})
        keyed = "".join(f" {key}={value}" for key, value in self.values.items())
        super().__init__(f"{code}: {_SENTENCES[code]}.{keyed}")

    def with_values(self, **values: object) -> CodecError:
        """Return the same error with more values, for callers that know where it happened."""
        return CodecError(self.code, **(dict(self.values) | values))
