"""Texts that the options of a command name."""

from __future__ import annotations

import sys
from pathlib import Path

from pyspark_hbase.errors import SetupError


def read_text(name: str) -> str:
    """The text of a file, of standard input for ``-``; raises :class:`SetupError` without one."""
    if name == "-":
        return sys.stdin.read()
    try:
        return Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        problem = error.strerror if isinstance(error, OSError) else error
        raise SetupError(f"{name} cannot be read: {problem}.") from error
