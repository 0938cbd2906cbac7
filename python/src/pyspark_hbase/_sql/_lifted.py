"""Texts that differ in literals only, as one text with parameters.

A literal is taken out where it stands behind ``=``: a whole number, or a text without quotes and
backslashes. Everything around it has to be words, numbers and a few signs, so that nothing that
looks like a literal here can be part of a comment, of a quoted name or of another literal.
"""

from __future__ import annotations

import re
from typing import Final

_VALUE: Final = re.compile(r"""=\s*(?:(-?[0-9]{1,18})(?![\w.])|'([^'"\\]*)'(?!['"]))""", re.ASCII)
_GROUPS: Final = 3
_REST: Final = re.compile(r"[\w\s(),.*<>=]*", re.ASCII)


def lifted(text: str) -> tuple[str, dict[str, int | str]] | None:
    """The text with parameters ``:v0``, ``:v1``, ..., and their values; None if it has none.

    Only where :func:`is_exact` holds does the pair mean what the text means.

    >>> lifted("SELECT a FROM t WHERE id = -7 AND name='x'")
    ('SELECT a FROM t WHERE id = :v0 AND name= :v1', {'v0': -7, 'v1': 'x'})
    >>> lifted("SELECT a FROM t WHERE id > 5") is None
    True
    """
    parts = _VALUE.split(text)
    if len(parts) == 1:
        return None
    values: dict[str, int | str] = {}
    whole = parts[0]
    for i in range(1, len(parts), _GROUPS):
        number, letters = parts[i], parts[i + 1]
        name = f"v{len(values)}"
        values[name] = letters if number is None else int(number)
        whole += f"= :{name}{parts[i + 2]}"
    return whole, values


def is_exact(text: str) -> bool:
    """Whether what was taken out of a text are literals, and all of each.

    >>> is_exact("SELECT a FROM t WHERE id = 7")
    True
    >>> is_exact("SELECT a /* id = 7 */ FROM t"), is_exact("SELECT 'x = 7' FROM t WHERE id = 7")
    (False, False)
    """
    return _REST.fullmatch(_VALUE.sub("=", text)) is not None
