"""Texts that are shown where there is room for a line or two."""

from __future__ import annotations

from typing import Final

LIMIT: Final = 200


def shortened(text: str) -> str:
    """The text, or its beginning and its end.

    >>> shortened("a" * 500)[95:106]
    'aaa ... aaa'
    """
    part = (LIMIT - 4) // 2
    return text if len(text) <= LIMIT else f"{text[:part]} ... {text[-part:]}"
