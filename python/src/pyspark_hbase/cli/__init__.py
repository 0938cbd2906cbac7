"""The command ``pyspark-hbase``.

:func:`main` reads the command line and imports what a verb needs only when it runs. Exit status: 0
as asked, 1 something on the cluster is not as it should be. 2 the command line or something on this
machine is wrong, 130 interrupted.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from pyspark_hbase._text.controls import without_controls
from pyspark_hbase.cli._arguments import parse
from pyspark_hbase.errors import AdminError, PySparkHBaseError

__all__ = ["main"]

OK, WRONG, USAGE, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb and return the exit status."""
    parsed = parse(arguments)
    try:
        return int(parsed.run(parsed))
    except AdminError as error:
        _say(error)
        return WRONG
    except PySparkHBaseError as error:
        _say(error)
        return USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has seen enough. Python would complain again at its end.
        sys.stderr.close()
        return OK


def _say(error: Exception) -> None:
    print(without_controls(str(error), kept="\n"), file=sys.stderr)
