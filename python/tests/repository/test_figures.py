"""A figure that stands in two places is the same in both."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
COLUMNS = ("count", "q1", "q6")


def _table(page: str, *head: str) -> list[dict[str, str]]:
    """The rows of the table whose first columns have these heads."""
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(f"| {' | '.join(head)} |"))
    names = _cells(lines[start])
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append(dict(zip(names, _cells(line), strict=True)))
    return rows


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def test_ratios_of_readme_are_those_of_the_benchmarks() -> None:
    measured = {
        (row["ours"], row["against"]): [row[name] for name in COLUMNS]
        for row in _table("docs/BENCHMARKS.md", "ours", "against", "run")
        if row["scale"] == "1"
    }
    shown = _table("README.md", "ours", "against")
    assert len(shown) > 3
    for row in shown:
        assert [row[name] for name in COLUMNS] == measured[row["ours"], row["against"]], row
