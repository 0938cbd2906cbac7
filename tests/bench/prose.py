"""Lines of prose for the pages that benchmarks write."""

from __future__ import annotations

import textwrap
from typing import Final

_WIDTH: Final = 100


def wrapped(text: str, indent: str = "") -> str:
    """Return the paragraph in lines of a page; ``indent`` goes in front of all but the first."""
    return textwrap.fill(
        text,
        _WIDTH,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
