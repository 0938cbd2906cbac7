"""Statements in a text: where one ends, and what is not finished yet."""

from __future__ import annotations

import re
from typing import Final

# A text whose R says that it has no escapes, texts with escapes, names, comments, the end.
_TOKENS: Final = re.compile(
    r"""
    (?P<raw> \b[rR]'[^']*('|\Z) | \b[rR]"[^"]*("|\Z) )
  | (?P<text> '(?:[^'\\]|\\.)*('|\Z) | "(?:[^"\\]|\\.)*("|\Z) )
  | (?P<name> `[^`]*(`|\Z) )
  | (?P<line> --[^\n]*(\n|\Z) )
  | (?P<block> /\*.*?(\*/|\Z) )
  | (?P<end> ; )
    """,
    re.VERBOSE | re.DOTALL,
)


def split(text: str) -> tuple[list[str], str]:
    """The statements that a semicolon ends, without it, and the rest behind the last one.

    Semicolons in texts, quoted names and comments end nothing.

    >>> split("SELECT 'a;b'; SELECT 1 -- one;")
    (["SELECT 'a;b'"], 'SELECT 1 -- one;')
    >>> split(" ; ;")
    ([], '')
    """
    statements, start = [], 0
    for token in _TOKENS.finditer(text):
        if token.lastgroup == "end":
            statements.append(text[start : token.start()].strip())
            start = token.end()
    return [each for each in statements if not is_blank(each)], text[start:].strip()


def is_blank(statement: str) -> bool:
    """Whether there is nothing but comments.

    >>> is_blank(" -- nothing"), is_blank("SELECT 1")
    (True, False)
    """
    without = _TOKENS.sub(
        lambda token: "" if token.lastgroup in {"line", "block"} else "x", statement
    )
    return not without.strip()
