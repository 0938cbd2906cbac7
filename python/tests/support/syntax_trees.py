"""Syntax trees of Python sources, for tests that read this repository."""

from __future__ import annotations

import ast
import gc


def syntax_tree(text: str) -> ast.Module:
    """Parse a source while no garbage is collected.

    CPython 3.11 has one counter of depths for all parsing. A finalizer that the collector runs
    may parse too, for it formats an exception: then the outer call raises ``SystemError``.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(text)  # noqa: TID251  (here only)
    finally:
        if was_enabled:
            gc.enable()
