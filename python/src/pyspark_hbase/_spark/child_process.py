"""Child processes that live as long as their standard input is open."""

from __future__ import annotations

import subprocess


def stop(process: subprocess.Popen[str], timeout_seconds: float) -> None:
    """End a process by closing its standard input, or kill it if it takes too long.

    Its input and output are pipes of ours. Returns when it has ended and its output is closed.
    """
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    try:
        process.wait(timeout_seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()
