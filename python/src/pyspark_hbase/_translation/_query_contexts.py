"""Places of expressions in the text of a query, which its errors show as Spark's do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from pyspark_hbase.errors import EvaluationError

QUERY_CONTEXT: Final = "queryContext"
"""The value of an error that has the number of its call: docs/FORMAT.md, "Places in the text"."""

_MOST_AROUND: Final = 32
"""Characters of its line that are shown on either side of an expression."""
_CUT: Final = "..."
_CONTROLS: Final = {i: " " for i in (*range(0x20), *range(0x7F, 0xA0)) if chr(i) not in "\t\n"}


@dataclass(frozen=True, slots=True)
class QueryContexts:
    """The places of a query's calls, by the numbers that the calls have in its plan, from 1 on.

    Texts that differ in spaces alone have the same numbers, and so the same plan.
    """

    text: str = ""
    spans: tuple[tuple[int, int], ...] = ()
    """Begin and end of each call in the text: ``[start, end)``."""

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Errors of calls, of region servers and of this process, show the place of the call."""
        try:
            yield
        except EvaluationError as error:
            values = dict(error.values)
            number = values.pop(QUERY_CONTEXT, None)
            if number is None:
                raise
            placed = EvaluationError(error.code, error.sentence, **values)
            # Whatever a server names, what is not among them is no place.
            for known, span in enumerate(self.spans, start=1):
                if number == str(known):
                    placed.query_context = summary(self.text, *span)
            raise placed.with_traceback(error.__traceback__) from error.__cause__


def summary(text: str, start: int, end: int) -> str:
    r"""The lines of ``[start, end)`` with its place, as Spark's ``SQLQueryContext`` has them.

    >>> print(summary("SELECT a\nFROM t WHERE 1 / a > 2", 22, 27))
    == SQL (line 2, position 14) ==
    FROM t WHERE 1 / a > 2
                 ^^^^^
    """
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", end)
    first = max(line_start, start - _MOST_AROUND)
    last = min(line_end if line_end >= 0 else len(text), end + _MOST_AROUND)
    # A line that just fits is cut by Spark, too.
    before = _CUT if start - line_start >= _MOST_AROUND else ""
    after = _CUT if last - end >= _MOST_AROUND else ""
    shown = [
        f"== SQL (line {text.count(chr(10), 0, start) + 1}, position {start - line_start + 1}) =="
    ]
    position = first - len(before)
    for line in f"{before}{text[first:last]}{after}".translate(_CONTROLS).split("\n"):
        marked = range(position, min(position + len(line), end))
        shown += [line, "".join(" " if i < start else "^" for i in marked)]
        position += len(line) + 1
    return "\n".join(shown)
