"""One value of HBase, as the commands of the shell give it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """One value of HBase."""

    column: bytes
    """``family:qualifier``."""
    timestamp: int
    """Milliseconds since 1970, unless whoever wrote it chose another number."""
    value: bytes
