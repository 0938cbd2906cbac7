"""The meaning of errors of a Thrift gateway."""

from __future__ import annotations

from typing import Final

from pyspark_hbase.errors import RightMissingError, SubPlanError, TableNotFoundError, find_error

# Sentences of region servers say what is wrong, and a remedy where all clients can follow it. The
# remedies of users without Spark are here, as Spark's are in its own error classes.
_IN_SPARK: Final = "Spark answers all the same: pyspark-hbase sql --quorum host:port."
_WITHOUT_ANSI: Final = (
    "Without ANSI mode there is no such error, and mostly NULL: connect(..., ansi=False), at the "
    "SQL prompt SET spark.sql.ansi.enabled = false."
)
_LEAVE_OUT: Final = f"Leave such values out with WHERE or CASE. {_WITHOUT_ANSI}"
_WIDEN: Final = (
    f"Leave such values out with WHERE or CASE, or cast to a wider type. {_WITHOUT_ANSI}"
)
_ADVICE: Final = {
    "ARITHMETIC_OVERFLOW": _WIDEN,
    "BINARY_ARITHMETIC_OVERFLOW": _WIDEN,
    "CANNOT_PARSE_TIMESTAMP": _LEAVE_OUT,
    "CAST_INVALID_INPUT": _LEAVE_OUT,
    "CAST_OVERFLOW": _WIDEN,
    "COPROCESSOR_DISABLED": _IN_SPARK,
    "DATETIME_FIELD_OUT_OF_BOUNDS": _LEAVE_OUT,
    "DIVIDE_BY_ZERO": _LEAVE_OUT,
    "INVALID_ARRAY_INDEX": _LEAVE_OUT,
    "INVALID_ARRAY_INDEX_IN_ELEMENT_AT": _LEAVE_OUT,
    "NUMERIC_OUT_OF_SUPPORTED_RANGE": _LEAVE_OUT,
    "NUMERIC_VALUE_OUT_OF_RANGE": _WIDEN,
    "PLAN_TOO_LARGE": _IN_SPARK,
    "REMAINDER_BY_ZERO": _LEAVE_OUT,
    "SERVER_OVERLOADED": _IN_SPARK,
    "UNSUPPORTED_FEATURE": _IN_SPARK,
    "UNSUPPORTED_FUNCTION": _IN_SPARK,
    "UNSUPPORTED_PLAN_VERSION": _IN_SPARK,
}
_TIMES: Final = frozenset({"DATE", "TIMESTAMP", "TIMESTAMP_NTZ"})
"""No type is wider, and their overflow is an error without ANSI mode, too."""


def _advised(error: SubPlanError) -> SubPlanError:
    """The error of a region server with advice for users who have no Spark."""
    advice = _ADVICE.get(error.code)
    is_of_time = error.code == "ARITHMETIC_OVERFLOW" and error.values.get("type") in _TIMES
    if advice is None or is_of_time:
        return error
    return type(error)(error.code, f"{error.sentence} {advice}", **error.values)


def text_of(error: Exception) -> str:
    """Return the gateway's text: a Java exception, maybe with its stack."""
    message = getattr(error, "message", None) or str(error)
    return message.decode("utf-8", "replace") if isinstance(message, bytes) else str(message)


def is_missing_table(error: Exception) -> bool:
    """Whether HBase has no table of the name."""
    return "TableNotFoundException" in text_of(error)


def is_missing_family(error: Exception) -> bool:
    """Whether the HBase table has no column family of a name."""
    return "NoSuchColumnFamilyException" in text_of(error)


def final(error: Exception, table: str) -> SubPlanError | None:
    """The error that asking again would not change; None where it may."""
    text = text_of(error)
    found = find_error(text)
    if found is not None:
        return _advised(found)
    if is_missing_table(error):
        sentence = "There is no HBase table of this name; correct it, or create the table."
        return TableNotFoundError("TABLE_NOT_FOUND", sentence, table=table)
    if is_missing_family(error):
        return SubPlanError(
            "FAMILY_MISSING",
            "The HBase table lacks a column family that a column of the SQL table is mapped to; "
            "declare the table by families that it has.",
            table=table,
            reason=text.partition("\n")[0],
        )
    if "AccessDeniedException" in text:
        return RightMissingError(
            "RIGHT_MISSING",
            "HBase does not let the user of the Thrift gateway read this. Have READ granted to "
            "that user, or use a gateway of a user who has it.",
            table=table,
            reason=text.partition("\n")[0],
        )
    return None
