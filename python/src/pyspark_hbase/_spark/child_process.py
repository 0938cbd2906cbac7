"""Child processes that live as long as their standard input is open."""

from __future__ import annotations

import subprocess
from typing import Any


def stop(process: subprocess.Popen[Any], timeout_seconds: float) -> None:
    """End a process by closing its standard input, or kill it if it takes too long.

    Its input is a pipe of ours. Returns when it has ended; its output is closed where that is one.
    """
    assert process.stdin is not None
    process.stdin.close()
    try:
        process.wait(timeout_seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()
