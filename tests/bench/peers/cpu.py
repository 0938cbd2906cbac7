"""CPU seconds of processes, as Linux counts them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

_TICKS_PER_SECOND: Final = os.sysconf("SC_CLK_TCK")
_PROC: Final = Path("/proc")


def of_tree(pid: int) -> float:
    """User and system time of a process, its children that live, and those that it waited for."""
    children = [
        int(child)
        for thread in (_PROC / f"{pid}/task").glob("*/children")
        for child in _read(thread).split()
    ]
    stat = _read(_PROC / f"{pid}/stat")
    return (seconds_in_stat(stat) if stat else 0.0) + sum(map(of_tree, children))


def of_machine() -> float:
    """Time that all processors have been busy since the machine started."""
    fields = [int(field) for field in (_PROC / "stat").read_text().splitlines()[0].split()[1:]]
    user, nice, system, _, _, interrupts, soft_interrupts = fields[:7]
    return (user + nice + system + interrupts + soft_interrupts) / _TICKS_PER_SECOND


def seconds_in_stat(stat: str) -> float:
    """CPU seconds in the text of ``/proc/<pid>/stat``; the name in it may hold anything.

    >>> seconds_in_stat("7 (a) b) S 1 7 7 0 -1 4194560 0 0 0 0 150 50 0 0 20 0 1 0 9")
    2.0
    """
    fields = stat.rpartition(")")[2].split()
    # Fields 14 to 17 of the file: own user and system time, then that of children waited for.
    return sum(map(int, fields[11:15])) / _TICKS_PER_SECOND


def _read(file: Path) -> str:
    """The text of a file of a thread or process that may just have ended."""
    try:
        return file.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""
