"""Errors as one line of text, as they cross HBase's RPC: docs/FORMAT.md, "Errors"."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final

from pyspark_hbase._text.controls import without_controls

_MARK: Final = re.compile(r"\[SPARKSQL_HBASE\.([A-Z0-9_]+)\]([^\r\n]*)")
_VALUE: Final = re.compile(r' ([^ =]+)=(?:"((?:[^"\\]|\\.)*)"|(\S*))')
_ENDS: Final = (".", "!", "?")
_ESCAPE: Final = re.compile(r"\\(?:x([0-9A-F]{2})|(.))")
_NEEDS_QUOTES: Final = re.compile(r'[\x00-\x20\x7f-\x9f"]')


def format_error(code: str, sentence: str, values: Mapping[str, str]) -> str:
    """The line that :func:`find_error` reads back.

    >>> format_error("CORRUPT_VALUE", "A cell is too short.", {"row": "a b"})
    '[SPARKSQL_HBASE.CORRUPT_VALUE] A cell is too short. row="a b"'

    The sentence may have ``key=value`` in it, though not as the first words behind a full stop.
    Control characters are escaped, so that no terminal obeys them.
    """
    sentence = without_controls(" ".join(sentence.split()))
    keyed = "".join(f" {key}={_quoted(value)}" for key, value in values.items())
    return f"[SPARKSQL_HBASE.{code}] {sentence}{keyed}"


def find_error(
    text: str, keys: Collection[str] | None = None
) -> tuple[str, str, dict[str, str]] | None:
    """Code, sentence and values of the first error inside ``text``.

    ``keys`` are the names of the values, where the program that raised the error tells them.
    """
    mark = _MARK.search(text)
    if mark is None:
        return None
    line = mark[2]
    begin = position = _values_begin(line, keys)
    values: dict[str, str] = {}
    while (value := _VALUE.match(line, position)) is not None:
        values[value[1]] = value[3] if value[2] is None else _ESCAPE.sub(_unescaped, value[2])
        position = value.end()
    return mark[1], line[:begin].strip(), values


def _values_begin(line: str, keys: Collection[str] | None) -> int:
    """Return the end of the sentence: before the first pair that follows a full stop.

    A sentence without a full stop ends before the first pair.
    """
    pairs = [pair for pair in _VALUE.finditer(line) if keys is None or pair[1] in keys]
    behind_a_stop = (pair for pair in pairs if line[: pair.start()].endswith(_ENDS))
    first = next(behind_a_stop, pairs[0] if pairs else None)
    return len(line) if first is None else first.start()


def _unescaped(escape: re.Match[str]) -> str:
    if escape[1] is not None:
        return chr(int(escape[1], 16))
    return {"n": "\n", "r": "\r", "t": "\t"}.get(escape[2], escape[2])


def _quoted(value: str) -> str:
    if value and not _NEEDS_QUOTES.search(value):
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    escaped = escaped.replace("\n", "\\n").replace("\r", "\\r")
    return f'"{without_controls(escaped)}"'
