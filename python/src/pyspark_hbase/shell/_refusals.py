"""The meaning of HBase's exceptions for the user who typed a command."""

from __future__ import annotations

import re
from typing import Final

from pyspark_hbase.errors import ShellError

_MEANINGS: Final = (
    (
        r"TableNotFoundException|NamespaceNotFoundException",
        "TABLE_NOT_FOUND",
        "There is no HBase table of this name; list() gives those that there are.",
    ),
    (
        r"NoSuchColumnFamilyException|Column family .* does not exist",
        "UNKNOWN_FAMILY",
        "The table has no such column family; describe(table) shows those that it has.",
    ),
    (
        r"TableExistsException|AlreadyExists|already in use",
        "TABLE_EXISTS",
        "There is a table of this name already; choose another, or disable and drop that one.",
    ),
    (
        r"TableNotDisabledException|table is enabled",
        "TABLE_NOT_DISABLED",
        "Only a disabled table can be dropped; call disable(table) first.",
    ),
    (
        r"TableNotEnabledException|is disabled",
        "TABLE_DISABLED",
        "The table is disabled; call enable(table) first.",
    ),
    (
        r"AccessDeniedException",
        "RIGHT_MISSING",
        "HBase does not allow this to you; have the right granted.",
    ),
    (
        r"Field is not a long|not an? (long|counter)|wide",
        "NOT_A_COUNTER",
        "A counter is a value of 8 bytes, and this one is not; see get(table, row).",
    ),
)
_CLASS: Final = re.compile(r"^(?:[\w$.]+(?:Exception|Error): ?)+")


def refused(text: str, **values: object) -> ShellError:
    """The error that the text of a Java exception, with or without its stack, is about.

    >>> print(refused("org.apache.hadoop.hbase.TableNotFoundException: t", table="t"))
    [SPARKSQL_HBASE.TABLE_NOT_FOUND] There is no HBase table of this name; list() gives those that
    there are. table=t
    """
    for pattern, code, sentence in _MEANINGS:
        if re.search(pattern, text):
            return ShellError(code, sentence, **values)
    return ShellError("HBASE_REFUSED", "HBase refused.", **values, reason=_reason(text))


def _reason(text: str) -> str:
    """Return the exception's own text, without its class and without stacks."""
    lines = [line.strip().removeprefix(": ") for line in text.splitlines() if line.strip()]
    first = next((line for line in lines if _CLASS.match(line)), lines[0] if lines else "")
    return _CLASS.sub("", first) or first
