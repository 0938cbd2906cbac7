"""The statements of tests/statements, and whether a session did with them what stands there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pyspark.errors import PySparkException

FOLDER = Path(__file__).parent / "statements"


@dataclass(frozen=True)
class Statement:
    """One statement with what is written of its outcome; ``README.md`` there tells how."""

    place: str
    text: str
    fails: str | None = None
    shows: Sequence[str] = ()
    rows: Sequence[str] | None = None
    """Tab between columns; None where any answer will do."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of a statement in a session: its rows, or the error."""

    rows: Sequence[str] = field(default=())
    error: str | None = None


def statements(namespace: str, folder: str) -> Iterator[Statement]:
    """All of them in order; ``folder`` is a URI."""
    for file in sorted(FOLDER.glob("*.sql")):
        text = file.read_text(encoding="utf-8")
        text = text.replace("{ns}", namespace).replace("{folder}", folder)
        line = 1
        for block in text.split("\n\n"):
            statement = _statement(f"{file.name}:{line}", block.strip("\n").split("\n"))
            if statement.text:
                yield statement
            line += block.count("\n") + 2


def _statement(place: str, lines: Sequence[str]) -> Statement:
    rows = None
    if "----" in lines:
        end = lines.index("----")
        lines, rows = lines[:end], lines[end + 1 :]
    said = [line.removeprefix("-- ") for line in lines if line.startswith("--")]
    fails = [line.removeprefix("fails: ") for line in said if line.startswith("fails: ")]
    return Statement(
        place,
        "\n".join(line for line in lines if not line.startswith("--")),
        fails[0] if fails else None,
        [line.removeprefix("shows: ") for line in said if line.startswith("shows: ")],
        rows,
    )


def run(sql: Callable[[str], Any], statement: Statement) -> Outcome:
    """Run the statement with ``sql`` of a session."""
    try:
        rows = sql(statement.text).collect()
    except PySparkException as error:
        return Outcome(error=str(error))
    return Outcome(["\t".join(_text(value) for value in row) for row in rows])


def _text(value: Any) -> str:
    if value is None:
        return "NULL"
    return str(value).lower() if isinstance(value, bool) else str(value)


def differences(statement: Statement, outcome: Outcome) -> list[str]:
    """Return the differences from the written outcome; empty if there are none."""
    where = f"{statement.place} {statement.text}"
    if statement.fails is not None:
        if outcome.error is None:
            return [f"{where}\n  was not refused: {statement.fails}"]
        if statement.fails not in outcome.error:
            return [f"{where}\n  failed, but not with {statement.fails}: {outcome.error[:2000]}"]
        return []
    if outcome.error is not None:
        return [f"{where}\n  failed: {outcome.error[:2000]}"]
    answer = "\n".join(outcome.rows)
    found = [
        f"{where}\n  does not show {text}: {answer}"
        for text in statement.shows
        if text not in answer
    ]
    if statement.rows is not None and list(statement.rows) != list(outcome.rows):
        found.append(f"{where}\n  answered {outcome.rows}")
    return found
