"""The arguments of a command, checked and turned into plain data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NoReturn

from pyspark_hbase._planning.key_range import behind
from pyspark_hbase._text.nearest import did_you_mean
from pyspark_hbase.errors import ShellError
from pyspark_hbase.shell._requests import ReadRequest

READING: Final = ("COLUMNS", "FILTER", "TIMERANGE", "TIMESTAMP", "VERSIONS")
SCANNING: Final = (
    *READING,
    *("STARTROW", "STOPROW", "ROWPREFIXFILTER", "LIMIT", "REVERSED", "CACHE"),
)
_SYNONYMS: Final = {"COLUMN": "COLUMNS", "ENDROW": "STOPROW"}
_FLAGS: Final = ("IN_MEMORY", "BLOCKCACHE", "COMPRESS_TAGS", "PREFETCH_BLOCKS_ON_OPEN")
_NUMBERS: Final = ("VERSIONS", "MIN_VERSIONS", "TTL", "BLOCKSIZE", "REPLICATION_SCOPE")
_CHOICES: Final = {
    "BLOOMFILTER": ("NONE", "ROW", "ROWCOL"),
    "COMPRESSION": ("NONE", "GZ", "LZ4", "LZO", "SNAPPY", "ZSTD", "BZIP2", "LZMA", "BROTLI"),
    "DATA_BLOCK_ENCODING": ("NONE", "PREFIX", "DIFF", "FAST_DIFF", "ROW_INDEX_V1"),
    "KEEP_DELETED_CELLS": ("FALSE", "TRUE", "TTL"),
}
_TABLE: Final = re.compile(r"(?:\w+:)?\w[\w.-]*")
_FOREVER: Final = str(2**31 - 1)
FAMILY_ATTRIBUTES: Final = (*_FLAGS, *_NUMBERS, *_CHOICES)


def named(command: str, given: Mapping[str, Any], known: Sequence[str]) -> dict[str, Any]:
    """Arguments by the names that HBase's shell gives them, in any case.

    >>> named("scan", {"limit": 3, "COLUMN": "f"}, SCANNING)
    {'LIMIT': 3, 'COLUMNS': 'f'}
    """
    found = {}
    for name, value in given.items():
        upper = _SYNONYMS.get(name.upper(), name.upper())
        if upper not in known:
            raise ShellError(
                "UNKNOWN_ARGUMENT",
                f"The command has no argument of this name.{did_you_mean(name, known)}",
                command=command,
                argument=name,
                known=", ".join(known),
            )
        found[upper] = value
    return found


def binary(value: object, what: str) -> bytes:
    r"""Bytes as they are; texts in UTF-8, and numbers as texts, as HBase's shell stores them.

    >>> binary("é", "row"), binary(b"\xff", "row"), binary(7, "value")
    (b'\xc3\xa9', b'\xff', b'7')
    """
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value)
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value).encode()
    _invalid(what, value, "text, bytes or a number")


def row_key(value: object) -> bytes:
    """The row key of one row."""
    return binary(value, "row") or _invalid("row", value, "a row key of at least one byte")


def cell_column(value: object) -> bytes:
    """A column of one cell, ``family:qualifier``."""
    column = binary(value, "column")
    if b":" not in column:
        _invalid("column", value, "family:qualifier")
    return column


def number(value: object, what: str, at_least: int = 0) -> int:
    """A whole number."""
    if isinstance(value, bool) or not isinstance(value, int) or value < at_least:
        _invalid(what, value, f"a whole number from {at_least} on")
    return value


def time(value: object) -> int | None:
    """Milliseconds of a cell; None for now."""
    return None if value is None else number(value, "timestamp")


def table_name(value: object) -> str:
    """``table`` or ``namespace:table``."""
    if not isinstance(value, str) or not _TABLE.fullmatch(value):
        _invalid("table", value, "table or namespace:table, of letters, digits and _ - .")
    return value.removeprefix("default:")


def read_request(table: object, given: Mapping[str, Any]) -> ReadRequest:
    """A request of arguments that :func:`named` has found to exist."""
    start, stop = (binary(given.get(key, b""), key) for key in ("STARTROW", "STOPROW"))
    is_reversed = given.get("REVERSED", False)
    if not isinstance(is_reversed, bool):
        _invalid("REVERSED", is_reversed, "True or False")
    prefix = binary(given.get("ROWPREFIXFILTER", b""), "ROWPREFIXFILTER")
    if prefix:
        if start or stop or is_reversed:
            _invalid("ROWPREFIXFILTER", prefix, "no STARTROW, STOPROW or REVERSED beside it")
        start, stop = prefix, behind(prefix)
    limit = given.get("LIMIT")
    condition = given.get("FILTER")
    if condition is not None and not isinstance(condition, str):
        _invalid("FILTER", condition, "a text such as \"PrefixFilter('a')\"")
    return ReadRequest(
        table=table_name(table),
        columns=_columns(given.get("COLUMNS", ())),
        start_row=start,
        stop_row=stop,
        limit=None if limit is None else number(limit, "LIMIT"),
        filter=condition,
        time_range=_time_range(given),
        versions=number(given.get("VERSIONS", 1), "VERSIONS", 1),
        is_reversed=is_reversed,
        caching=number(given.get("CACHE", 100), "CACHE", 1),
    )


def families(given: Iterable[object]) -> dict[str, dict[str, str]]:
    """Column families of ``create``: names, or mappings with NAME and attributes.

    >>> families(["f", {"NAME": "g", "VERSIONS": 3, "IN_MEMORY": True}])
    {'f': {}, 'g': {'VERSIONS': '3', 'IN_MEMORY': 'true'}}
    """
    found: dict[str, dict[str, str]] = {}
    for each in given:
        attributes: Mapping[str, Any] = each if isinstance(each, Mapping) else {"NAME": each}
        checked = named("create", attributes, ("NAME", *FAMILY_ATTRIBUTES))
        name = checked.pop("NAME", None)
        if not isinstance(name, str) or not name or ":" in name:
            _invalid("NAME", name, "the name of a column family, without a colon")
        if name in found:
            _invalid("NAME", name, "each column family once")
        found[name] = {key: _attribute(key, value) for key, value in checked.items()}
    if not found:
        _invalid("families", None, "at least one column family: create('t', 'f')")
    return found


def _columns(given: object) -> tuple[bytes, ...]:
    several = given if isinstance(given, list | tuple) else (given,)
    return tuple(binary(each, "COLUMNS") for each in several)


def _time_range(given: Mapping[str, Any]) -> tuple[int, int] | None:
    if "TIMESTAMP" in given:
        at = number(given["TIMESTAMP"], "TIMESTAMP")
        return at, at + 1
    match given.get("TIMERANGE"):
        case None:
            return None
        case [int() as start, int() as end] if 0 <= start < end:
            return start, end
        case other:
            _invalid("TIMERANGE", other, "[from, to] in milliseconds, to exclusive")


def _attribute(name: str, value: object) -> str:
    text = str(value).upper()
    if name in _FLAGS and text in {"TRUE", "FALSE"}:
        return text.lower()
    if name in _NUMBERS:
        if name == "TTL" and text == "FOREVER":
            return _FOREVER
        # HBase's shell takes '3' for 3.
        return str(number(int(text) if text.isdecimal() else value, name))
    if name in _CHOICES and text in _CHOICES[name]:
        return text
    _invalid(name, value, " or ".join(_CHOICES.get(name, ("TRUE", "FALSE"))))


def _invalid(what: str, value: object, expected: str) -> NoReturn:
    raise ShellError(
        "INVALID_ARGUMENT",
        f"An argument is not what the command takes; give {expected}.",
        argument=what,
        found=repr(value),
    )
