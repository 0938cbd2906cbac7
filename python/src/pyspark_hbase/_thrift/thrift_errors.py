"""The meaning of errors of a Thrift gateway."""

from __future__ import annotations

import re
from typing import Final

from pyspark_hbase.errors import RightMissingError, SubPlanError, TableNotFoundError, find_error

# What region servers say to Spark: that it goes on by itself, and what it has for NULL.
_GOES_ON: Final = re.compile(r"(?:, so| and) the client (?:does|reads|runs|computes)\b[^.]*")
_NULL_INSTEAD: Final = re.compile(r"\btry_|\bget\(\)|spark\.sql\.ansi")
_IN_SPARK: Final = "Spark answers all the same: pyspark-hbase sql --quorum host:port."
_WITHOUT_ANSI: Final = (
    "Leave such values out with WHERE or CASE, or cast to a wider type. Without ANSI mode there is "
    "no such error, and mostly NULL: connect(..., ansi=False), at the SQL prompt SET "
    "spark.sql.ansi.enabled = false."
)


def _followable(error: SubPlanError) -> SubPlanError:
    """The error of a region server with advice for users who have no Spark."""
    pieces = error.sentence.split(". ")
    if any(_NULL_INSTEAD.search(piece) for piece in pieces):
        kept = [piece.rstrip(".") for piece in pieces if not _NULL_INSTEAD.search(piece)]
        return type(error)(error.code, f"{'. '.join(kept)}. {_WITHOUT_ANSI}", **error.values)
    sentence, count = _GOES_ON.subn("", error.sentence)
    if not count:
        return error
    return type(error)(error.code, f"{sentence} {_IN_SPARK}", **error.values)


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
        return _followable(found)
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
