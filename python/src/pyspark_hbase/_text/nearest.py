"""The closest name to a misspelled one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The most similar of the known names whatever their case, None where none is similar.

    >>> nearest("STARTROWS", ["LIMIT", "STARTROW"]), nearest("x", ["LIMIT"])
    ('STARTROW', None)
    """
    by_lower = {each.lower(): each for each in known}
    found = difflib.get_close_matches(name.lower(), by_lower, n=1)
    return by_lower[found[0]] if found else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A sentence for the end of an error, with a space before it; empty where none is similar.

    >>> did_you_mean("order", ["orders", "parts"])
    ' Did you mean orders?'
    """
    found = nearest(name, known)
    return f" Did you mean {found}?" if found else ""
