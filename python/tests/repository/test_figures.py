"""A figure that stands in two places is the same in both."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
MEASURED = re.compile(r"\d ?(?:ns|us|µs)\b|\btook \d|\d times as (?:fast|long)|\d% (?:less|more)")
PLACES_OF_FIGURES = ("BENCHMARKS.md", "FORMAT.md")
COLUMNS = ("count", "q1", "q6")


def _table(page: str, *head: str) -> list[dict[str, str]]:
    """The rows of the table whose first columns have these heads."""
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    start = next(n for n, line in enumerate(lines) if _cells(line)[: len(head)] == [*head])
    names = _cells(lines[start])
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append(dict(zip(names, _cells(line), strict=True)))
    return rows


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


LAYOUT_COSTS = {
    "what HBase's own scan costs per row": "empty RegionScanner loop",
    "`count(*)` in the region servers": "engine, count(*)",
    "filter and sum": "engine, q6: filter and sum",
    "GROUP BY of eight aggregates": "engine, q1: group by",
}
"""Rows of the table in docs/KEY_DESIGN.md by the rows that were measured."""


def test_costs_of_layouts_are_those_of_the_benchmarks() -> None:
    measured = (ROOT / "tests/bench/README.md").read_text(encoding="utf-8")
    columns_size, packed_size = re.findall(r"(?:columns|packed) \((\d+ MB)\)", measured)[:2]
    rows = {
        row.pop(""): row
        for row in _table("docs/KEY_DESIGN.md", "", "`packed` (default of new tables)")
    }
    (sizes,) = (row for name, row in rows.items() if name.startswith("1,000,000 rows"))
    assert list(sizes.values()) == [packed_size, columns_size]
    for name, source in LAYOUT_COSTS.items():
        (line,) = re.findall(rf"^{re.escape(source)} (.*)$", measured, re.MULTILINE)
        numbers = [float(number.replace(",", "")) for number in line.split()]
        # CPU and wall of each layout, and the ratios of the first two but for the empty loop.
        columns, packed = numbers[0], numbers[3 if len(numbers) > 6 else 2]
        assert list(rows[name].values()) == [f"{packed:,.0f} ns", f"{columns:,.0f} ns"], name


def test_no_other_page_has_measured_times() -> None:
    """Pages link to the figures; a table that repeats some is compared above."""
    found = [
        f"{page.name}: {line.strip()[:80]}"
        for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
        if page.name not in PLACES_OF_FIGURES
        for line in page.read_text(encoding="utf-8").splitlines()
        if MEASURED.search(line) and not any(f"| {name} |" in line for name in LAYOUT_COSTS)
    ]
    assert found == []


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
