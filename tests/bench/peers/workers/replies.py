"""The protocol of the workers: a JSON object a line in, one a line out. Standard library only."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import IO, Any

Request = dict[str, Any]


def take_output() -> IO[str]:
    """Standard output for the replies; what anything else writes to it from now on is logged.

    Call it first: a JVM that is started later has the standard output of that moment.
    """
    replies = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    return replies


def serve(replies: IO[str], run: Callable[[Request], tuple[float, list[Any]]]) -> None:
    """Say that we are ready; answer requests by ``run``'s seconds and rows until input ends."""

    def reply(message: dict[str, Any]) -> None:
        replies.write(json.dumps(message, default=str) + "\n")
        replies.flush()

    reply({"ready": True})
    for line in sys.stdin:
        try:
            seconds, rows = run(json.loads(line))
        # Whatever fails is the peer's answer, which the page quotes; the log has the whole of it.
        except Exception as error:
            print(repr(error), file=sys.stderr, flush=True)
            reply({"error": reason(error)})
        else:
            reply({"seconds": seconds, "rows": [list(row) for row in rows]})


def reason(error: Exception) -> str:
    r"""Return the reason of a failure in a line; of a Java error, the innermost cause.

    >>> reason(ValueError("no\nCaused by: java.io.IOException: disk\n\tat A.b\n"))
    'java.io.IOException: disk'
    >>> reason(ValueError("no"))
    'ValueError: no'
    """
    causes = [line for line in str(error).splitlines() if line.startswith("Caused by: ")]
    text = causes[-1].removeprefix("Caused by: ") if causes else f"{type(error).__name__}: {error}"
    return text[:500]
