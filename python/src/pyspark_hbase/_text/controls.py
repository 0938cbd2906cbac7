"""Control characters, which move a terminal's cursor or change its state."""

from __future__ import annotations

import re
from typing import Final

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_ESCAPES: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def without_controls(text: str, kept: str = "") -> str:
    r"""The text with control characters as escapes, but for those of ``kept``.

    >>> without_controls("a\x1b[2J\n"), without_controls("a\nb\tc", kept="\n")
    ('a\\x1B[2J\\n', 'a\nb\\tc')
    """

    def escaped(character: re.Match[str]) -> str:
        found = character[0]
        return found if found in kept else _ESCAPES.get(found) or f"\\x{ord(found):02X}"

    return _CONTROL.sub(escaped, text)
