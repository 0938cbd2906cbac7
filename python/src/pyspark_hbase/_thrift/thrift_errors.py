"""What errors of a Thrift gateway mean."""

from __future__ import annotations

from pyspark_hbase.errors import RightMissingError, SubPlanError, TableNotFoundError, find_error


def text_of(error: Exception) -> str:
    """What the gateway says: a Java exception, maybe with its stack."""
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
        return found
    if is_missing_table(error):
        sentence = "There is no HBase table of this name."
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
            "HBase does not let the user of the Thrift gateway read this; have READ granted to "
            "that user, or use a gateway of a user who has it.",
            table=table,
            reason=text.partition("\n")[0],
        )
    return None
