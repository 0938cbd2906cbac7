"""Adds a run of ``./build.sh soak`` to docs/soak.csv, and its sums to docs/RELIABILITY.md.

Usage: ``python soak_page.py [LOG RESULT ARGUMENT...]``: the output of the run, ``green`` or
``failed``, and the arguments of ``soak``. Without arguments the page is written anew.

A line of docs/soak.csv is what one run drew of one kind. Of runs with the same seed only the
longest adds to a sum: the others drew the same.
"""

from __future__ import annotations

import csv
import io
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from datetime import datetime, timezone
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
LEDGER: Final = ROOT / "docs" / "soak.csv"
PAGE: Final = ROOT / "docs" / "RELIABILITY.md"

ASKED: Final = {
    "random expressions": 1_000_000,
    "random queries": 100_000,
    "random joins": 20_000,
    "drawn calls of functions": 20_000,
    "fuzzed plans": 10_000_000,
    "fuzzed rows": 10_000_000,
    "fuzzed groups of rows": 10_000_000,
    "fuzzed frames": 10_000_000,
    "steps of a table": 20_000,
    "steps of a table in groups of rows": 20_000,
    "random conditions on row keys": 20_000,
    "tables with any byte in key columns": 60,
    "tables with drawn names": 200,
    "faults of scans": 10_000,
    "faults": 10_000,
}
"""Each kind, and how many are wanted in all."""

_COUNTED: Final = re.compile(r"^(?:\[INFO\] )?counted: (\d+) (.+)$", re.MULTILINE)
_COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")
_SEED: Final = re.compile(r"^soak: seed (\d+)$", re.MULTILINE)
_PLACE: Final = re.compile(r"<!-- soak -->\n.*?<!-- end -->", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Run:
    """A run's draws of one kind."""

    day: str
    commit: str
    soak: str
    seed: int
    kind: str
    count: int
    result: str


def runs_of(log: str, result: str, soak: str, day: str, commit: str) -> list[Run]:
    """The runs that the output of ``soak`` tells of; raises ValueError for an unknown kind."""
    log = _COLOUR.sub("", log)
    seed = _SEED.search(log)
    if not seed:
        raise ValueError("the output of soak does not say its seed")
    runs = []
    for count, kind in _COUNTED.findall(log):
        if kind not in ASKED:
            raise ValueError(f"the output of soak counts {kind!r}, which is not in ASKED")
        runs.append(Run(day, commit, soak, int(seed[1]), kind, int(count), result))
    return runs


def read(ledger: str) -> list[Run]:
    """The runs of the text of a ledger."""
    return [
        Run(**{**row, "seed": int(row["seed"]), "count": int(row["count"])})
        for row in csv.DictReader(io.StringIO(ledger))
    ]


def written(runs: Iterable[Run]) -> str:
    """The text of a ledger."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(field.name for field in fields(Run))
    lines.writerows(astuple(run) for run in runs)
    return text.getvalue()


def render(page: str, runs: Iterable[Run]) -> str:
    """The page with the sums of all runs; raises ValueError for a page without a place for them."""
    longest: dict[str, dict[int, int]] = {kind: {} for kind in ASKED}
    failed = dict.fromkeys(ASKED, 0)
    for run in runs:
        seeds = longest[run.kind]
        if run.count:
            seeds[run.seed] = max(run.count, seeds.get(run.seed, 0))
        failed[run.kind] += run.result != "green"
    lines = ["| drawn | wanted | done | seeds | runs that failed |", "|---|---:|---:|---:|---:|"]
    for kind, asked in ASKED.items():
        seeds = longest[kind]
        lines.append(
            f"| {kind} | {asked:,} | {sum(seeds.values()):,} | {len(seeds)} | {failed[kind]} |"
        )
    table = "\n".join(["<!-- soak -->", *lines, "<!-- end -->"])
    new, places = _PLACE.subn(lambda _: table, page)
    if places != 1:
        raise ValueError(f"{places} places for the sums of soak")
    return new


def main(arguments: list[str]) -> None:
    """Add a run, if one is given, and write the page."""
    runs = read(LEDGER.read_text()) if LEDGER.exists() else []
    if arguments:
        log, result, *soak = arguments
        day = datetime.now(timezone.utc).date().isoformat()
        text = Path(log).read_text(errors="replace")
        runs += runs_of(text, result, " ".join(soak), day, _commit())
        LEDGER.write_text(written(runs))
    PAGE.write_text(render(PAGE.read_text(), runs))


def _commit() -> str:
    """The commit that ran; docs may have changed since, as the sums of the run before have."""
    git = ["git", "-C", str(ROOT)]
    head = [*git, "rev-parse", "--short=8", "HEAD"]
    name = subprocess.run(head, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    changed = subprocess.run([*git, "diff", "--quiet", "HEAD", "--", ".", ":!docs"], check=False)
    return name if changed.returncode == 0 else f"{name}-dirty"


if __name__ == "__main__":
    main(sys.argv[1:])
