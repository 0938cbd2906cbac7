"""Errors as one line of text, as they cross HBase's RPC: docs/FORMAT.md, "Errors"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_MARK: Final = re.compile(r"\[SPARKSQL_HBASE\.([A-Z0-9_]+)\]([^\r\n]*)")
_SENTENCE: Final = re.compile(r"[^=]*?(?= [^ =]+=|$)|[^=]*")
_VALUE: Final = re.compile(r' ([^ =]+)=(?:"((?:[^"\\]|\\.)*)"|(\S*))')
_ESCAPE: Final = re.compile(r"\\(.)")
_NEEDS_QUOTES: Final = re.compile(r'[\x00-\x20"]')


def format_error(code: str, sentence: str, values: Mapping[str, str]) -> str:
    """The line that :func:`find_error` reads back.

    >>> format_error("CORRUPT_VALUE", "A cell is too short.", {"row": "a b"})
    '[SPARKSQL_HBASE.CORRUPT_VALUE] A cell is too short. row="a b"'
    """
    sentence = " ".join(sentence.replace("=", ":").split())
    keyed = "".join(f" {key}={_quoted(value)}" for key, value in values.items())
    return f"[SPARKSQL_HBASE.{code}] {sentence}{keyed}"


def find_error(text: str) -> tuple[str, str, dict[str, str]] | None:
    """Code, sentence and values of the first error inside ``text``."""
    mark = _MARK.search(text)
    if mark is None:
        return None
    line = mark[2]
    sentence = _SENTENCE.match(line)
    assert sentence is not None
    values: dict[str, str] = {}
    position = sentence.end()
    while (value := _VALUE.match(line, position)) is not None:
        values[value[1]] = value[3] if value[2] is None else _ESCAPE.sub(_unescaped, value[2])
        position = value.end()
    return mark[1], sentence[0].strip(), values


def _unescaped(escape: re.Match[str]) -> str:
    return {"n": "\n", "r": "\r"}.get(escape[1], escape[1])


def _quoted(value: str) -> str:
    if value and not _NEEDS_QUOTES.search(value):
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    escaped = escaped.replace("\n", "\\n").replace("\r", "\\r")
    return f'"{escaped}"'
