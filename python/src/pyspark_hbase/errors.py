"""The errors of this package.

Errors of SQL statements stay PySpark's: their text starts with ``[SPARKSQL_HBASE.<CODE>]``. Errors
of sub-plans have a text of the same form and are :class:`SubPlanError`.

```python
from pyspark_hbase import connect
from pyspark_hbase.errors import CodedError, ServerError, SetupError, SubPlanError

hbase = connect("thrift://gateway-host:9090")
try:
    hbase.rows("SELECT gate FROM flights")
except ServerError as error:         # a matter of one server, now: try again
    raise
except SubPlanError as error:        # the query, the data, or the table
    print(error.code, dict(error.values))
except SetupError as error:          # this machine, the address, or the versions
    raise
```
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import TypeVar

from pyspark_hbase._text import error_text

__all__ = [
    "AdminError",
    "CatalogError",
    "CodedError",
    "CoprocessorNotLoadedError",
    "CorruptDataError",
    "CoverageError",
    "EvaluationError",
    "FrameError",
    "InternalError",
    "InvalidPlanError",
    "NeedsSparkError",
    "PySparkHBaseError",
    "RightMissingError",
    "SQLSyntaxError",
    "ServerError",
    "SetupError",
    "ShellError",
    "SubPlanError",
    "TableNotFoundError",
    "VersionMismatchError",
    "find_error",
]


class PySparkHBaseError(Exception):
    """Base of every error this package raises."""


class SetupError(PySparkHBaseError):
    """Something around this package is missing or does not fit.

    The message says what, why, and what to do about it.
    """


class CodedError(PySparkHBaseError):
    """An error that programs can tell by its code.

    >>> error = AdminError("TABLE_NOT_FOUND", "There is no such table.", table="t")
    >>> print(error)
    [SPARKSQL_HBASE.TABLE_NOT_FOUND] There is no such table. table=t
    >>> error.code, dict(error.values)
    ('TABLE_NOT_FOUND', {'table': 't'})
    """

    code: str
    """Stable; what programs look at."""
    values: Mapping[str, str]
    """The values of the sentence."""

    def __init__(self, code: str, sentence: str, **values: object) -> None:
        self.code = code
        self.sentence = sentence
        self.values = MappingProxyType({key: str(value) for key, value in values.items()})
        super().__init__(error_text.format_error(code, sentence, self.values))

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (type(self), self.code, self.sentence, dict(self.values))


_Coded = TypeVar("_Coded", bound=CodedError)


class AdminError(CodedError):
    """A cluster cannot be looked at or changed as asked; no table was changed.

    Codes: ``CANARY_FAILED``, ``HBASE_REFUSED``, ``JAR_DIFFERS``, ``JAR_FOLDER_UNKNOWN``,
    ``JAR_FOLDER_UNREACHABLE``, ``JAR_PATH_DENIED``, ``PREFLIGHT_FAILED``, ``RIGHT_MISSING``,
    ``TABLE_NOT_FOUND``.
    """


class VersionMismatchError(SetupError, CodedError):
    """``VERSION_MISMATCH``: this package and a jar, one product together, are of two versions."""


class CatalogError(CodedError):
    """``INVALID_OPTION`` or ``FOREIGN_ENCODING``: a JSON catalog that cannot become a table."""


class ShellError(CodedError):
    """A command of the shell is used wrongly, or HBase refuses what it asks for.

    Codes: ``HBASE_REFUSED``, ``INVALID_ARGUMENT``, ``NEEDS_QUORUM``, ``NOT_A_COUNTER``,
    ``RIGHT_MISSING``, ``TABLE_DISABLED``, ``TABLE_EXISTS``, ``TABLE_NOT_DISABLED``,
    ``TABLE_NOT_FOUND``, ``UNKNOWN_ARGUMENT``, ``UNKNOWN_FAMILY``, ``UNKNOWN_COMMAND``.
    """


class SubPlanError(CodedError):
    """A sub-plan cannot be built, sent or answered.

    >>> error = InvalidPlanError("UNKNOWN_COLUMN", "The table has no such column.", column="qty")
    >>> print(error)
    [SPARKSQL_HBASE.UNKNOWN_COLUMN] The table has no such column. column=qty
    """


class InvalidPlanError(SubPlanError):
    """The sub-plan says something that has no meaning, or that its reader does not know."""


class SQLSyntaxError(InvalidPlanError):
    """A text is not a query."""


class NeedsSparkError(InvalidPlanError):
    """A query asks for what only Spark does; ``values`` has its ``construct`` and ``position``."""


class EvaluationError(SubPlanError):
    """An expression over stored values has no result: overflow, division by zero, a bad cast."""


class CorruptDataError(SubPlanError):
    """Stored bytes are not what the table's schema says."""


class ServerError(SubPlanError):
    """A matter of one server, now: retry, or read without it."""


class CoprocessorNotLoadedError(ServerError):
    """The table, or one of its regions, answers with plain rows instead of result frames."""


class FrameError(ServerError):
    """Bytes are not a result frame of this version, or are damaged."""


class CoverageError(ServerError):
    """Frames leave out rows or repeat rows, so the answer would be wrong."""


class TableNotFoundError(SubPlanError):
    """There is no such SQL table or HBase table."""


class RightMissingError(SubPlanError):
    """HBase does not let the user of the Thrift gateway read what is asked for."""


class InternalError(SubPlanError):
    """A defect, of this package or of a newer server's code that this package does not know."""


_PLAN_CODES = frozenset(
    {
        "INVALID_PLAN",
        "PLAN_TOO_LARGE",
        "UNSUPPORTED_PLAN_VERSION",
        "UNSUPPORTED_FEATURE",
        "UNSUPPORTED_FUNCTION",
    }
)
_DATA_CODES = frozenset(
    {
        "CORRUPT_VALUE",
        "ROW_KEY_TOO_SHORT",
        "ROW_KEY_TRAILING_BYTES",
        "ROW_KEY_TOO_LONG",
        "ROW_KEY_EMPTY",
        "NULL_IN_ROW_KEY",
        "NUL_IN_STRING_KEY",
        "DELIMITER_IN_KEY",
        "KEY_VALUE_LENGTH",
        "VALUE_OUT_OF_RANGE",
    }
)
_EVALUATION_CODES = frozenset(
    {
        "ARITHMETIC_OVERFLOW",
        "BINARY_ARITHMETIC_OVERFLOW",
        "CANNOT_PARSE_TIMESTAMP",
        "CAST_INVALID_INPUT",
        "CAST_OVERFLOW",
        "DATETIME_FIELD_OUT_OF_BOUNDS",
        "DATETIME_OVERFLOW",
        "DIVIDE_BY_ZERO",
        "INVALID_ARRAY_INDEX",
        "INVALID_ARRAY_INDEX_IN_ELEMENT_AT",
        "INVALID_INDEX_OF_ZERO",
        "NUMERIC_OUT_OF_SUPPORTED_RANGE",
        "NUMERIC_VALUE_OUT_OF_RANGE",
        "REMAINDER_BY_ZERO",
    }
)
_SERVER_CODES = frozenset(
    {"CLUSTER_UNREACHABLE", "COPROCESSOR_DISABLED", "NOT_AUTHENTICATED", "SERVER_OVERLOADED"}
)


def find_error(text: str, keys: Collection[str] | None = None) -> SubPlanError | None:
    """The first error of a region server inside ``text``, which may be a Java stack trace.

    ``keys`` are the names of its values, where they are known.

    >>> text = '''java.io.IOException: [SPARKSQL_HBASE.DIVIDE_BY_ZERO] Division by zero. row=AA
    ...     at org.apache.hadoop.hbase.ipc.RpcServer.call(RpcServer.java:1)'''
    >>> find_error(text)
    EvaluationError('[SPARKSQL_HBASE.DIVIDE_BY_ZERO] Division by zero. row=AA')
    >>> find_error("java.io.IOException: connection reset") is None
    True
    """
    found = error_text.find_error(text, keys)
    if found is None:
        return None
    code, sentence, values = found
    return _restore(_class_of(code), code, sentence, values)


def _class_of(code: str) -> type[SubPlanError]:
    for codes, kind in (
        (_PLAN_CODES, InvalidPlanError),
        (_DATA_CODES, CorruptDataError),
        (_EVALUATION_CODES, EvaluationError),
        (_SERVER_CODES, ServerError),
        ({"COPROCESSOR_MISSING"}, CoprocessorNotLoadedError),
        ({"CORRUPT_FRAME"}, FrameError),
    ):
        if code in codes:
            return kind
    return InternalError


def _restore(kind: type[_Coded], code: str, sentence: str, values: Mapping[str, str]) -> _Coded:
    error = kind.__new__(kind)
    CodedError.__init__(error, code, sentence, **values)
    return error
