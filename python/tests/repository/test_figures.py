"""A figure that stands in two places is the same in both."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
MEASURED = re.compile(r"\d ?(?:ns|us|µs)\b|\btook \d|\d times as (?:fast|long)|\d% (?:less|more)")
PLACES_OF_FIGURES = ("BENCHMARKS.md", "FORMAT.md")
FIRST_STEPS = re.compile(
    r"\b(?:took|in about|the first time) \S+ (?:s|seconds|minutes)\b"
    r"|\b\d+ (?:s|seconds|minutes) (?:later|the first time|afterwards|on \d)"
)
"""Times of the demo and of the tests; README has them."""
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


def _blocks(page: str) -> list[str]:
    """Rows of tables, and paragraphs in one line: a figure may stand where a line breaks."""
    rows = re.sub(r"^(\|.*)$", r"\n\1\n", page, flags=re.MULTILINE)
    return [" ".join(block.split()) for block in rows.split("\n\n")]


def measured_times(name: str, page: str) -> list[str]:
    """The blocks of a page with a time that has its place elsewhere."""
    times = (
        MEASURED if name == "README.md" else re.compile(f"{MEASURED.pattern}|{FIRST_STEPS.pattern}")
    )
    return [
        f"{name}: {found.group()}"
        for block in _blocks(page)
        if not any(f"| {row} |" in block for row in LAYOUT_COSTS)
        for found in times.finditer(block)
    ]


def test_no_other_page_has_measured_times() -> None:
    """Pages link to the figures; a table that repeats some is compared above."""
    found = [
        place
        for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
        if page.name not in PLACES_OF_FIGURES
        for place in measured_times(page.name, page.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_measured_times_are_found() -> None:
    page = "It starts. There pip\ntook 19 s and answers came 60 s\nlater.\n\n| x | 3 us |\n"
    assert measured_times("index.md", page) == [
        "index.md: took 1",
        "index.md: 60 s later",
        "index.md: 3 us",
    ]
    assert measured_times("README.md", "It takes 4 minutes.\n") == []


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


PARTS = {
    "engine and store files, q6 and q1, plain rows": ("0.9", "1.2"),
    "the same, packed rows": ("1.2", "2.3"),
}
"""Ratios of the first table of tests/bench/README.md to a walk whose times the page names."""
WALKS = re.compile(r"\((\d+) and (\d+) ns")


def _floor(measured: str, query: str) -> tuple[float, float]:
    """CPU nanoseconds of a query over plain and packed rows."""
    (line,) = re.findall(rf"^engine, {query}: [a-z ]*? +(\d.*)$", measured, re.MULTILINE)
    numbers = [float(number.replace(",", "")) for number in line.split()]
    return numbers[0], numbers[3]


def test_goals_that_other_benchmarks_measure_have_their_figures() -> None:
    """Each found figure stands in tests/bench/README.md, or follows from figures that do."""
    measured = (ROOT / "tests/bench/README.md").read_text(encoding="utf-8")
    rows = {row["what"]: row for row in _table("docs/BENCHMARKS.md", "what", "against", "goal")}
    q6, q1 = _floor(measured, "q6"), _floor(measured, "q1")
    for layout, name in enumerate(PARTS):
        row = rows.pop(name)
        walk = [float(ns) for ns in WALKS.findall(row["against"])[0]]
        found = [f"{q6[layout] / walk[0]:.1f}", f"{q1[layout] / walk[1]:.1f}"]
        assert row["found"] == ", ".join(found), name
    requests = re.findall(r"^(scan|get|put) .*$", measured, re.MULTILINE)
    assert requests == ["get", "scan", "put"]
    idle = {
        line.split()[0]: [float(n.replace(",", "")) for n in re.findall(r"[\d,.]+", line)]
        for line in re.findall(r"^(?:scan|get|put) .*$", measured, re.MULTILINE)
    }
    ours = [f"{numbers[6]:.1f} %" for name in ("scan", "get", "put") if (numbers := idle[name])]
    empty = [
        f"{numbers[1] / numbers[5] * 100:.1f} %"
        for name in ("scan", "get", "put")
        if (numbers := idle[name])
    ]
    by_idle = [row["found"] for row in rows.values() if row["by"] == "`bench idle`"]
    assert by_idle[1:] == [", ".join(empty)]
    assert by_idle[:1] == [", ".join(ours)]
    for row in rows.values():
        if row["by"] != "`bench idle`":
            missing = [n for n in re.findall(r"\d+\.\d+", row["found"]) if n not in measured]
            assert missing == [], row


RATIO = re.compile(
    r"(?<![\d.])(?<!factor )(?<!HBase )(\d+\.\d+)(?![\d.])(?! (?:to \d|%|us|ns|KiB|MiB))"
)
"""A number without a unit, or in seconds; scale factors and releases are none."""
REPEATED = re.compile(r"times as (?:fast|long)|of \w+'s time")


def repeated_figures(page: str) -> list[str]:
    """The ratios and seconds in the prose of the page that stand in one of its tables, too."""
    lines = page.splitlines()
    tables = [line for line in lines if line.startswith("|")]
    cells = {cell.strip("* ") for line in tables for cell in _cells(line)}
    prose = "\n".join(line for line in lines if not line.startswith("|"))
    # The list above the tables is made with them, and each run names its releases.
    prose = prose[prose.index("\n## What is compared") : prose.index("\n## Run ")]
    return [
        *(number for number in RATIO.findall(prose) if number in cells),
        *REPEATED.findall(prose),
    ]


def test_prose_of_the_benchmarks_repeats_no_figure_of_a_table() -> None:
    assert repeated_figures((ROOT / "docs/BENCHMARKS.md").read_text(encoding="utf-8")) == []


def test_repeated_figures_are_found() -> None:
    page = (
        "| x | 0.047 | **1.4** |\n## What is compared\nIt took 0.047 of it, 1.4 to 3.5 us, 9.9, "
        "21 times as fast.\n## Run a\n0.047\n"
    )
    assert repeated_figures("\n" + page) == ["0.047", "times as fast"]


def test_the_page_ends_with_the_notes() -> None:
    """The benchmark writes them into the page, which is made anew with the next run only."""
    notes = (ROOT / "tests/bench/peers/notes.md").read_text(encoding="utf-8")
    page = (ROOT / "docs/BENCHMARKS.md").read_text(encoding="utf-8")
    assert re.sub(r"\{warm_ups\}", "2", notes).strip() in page
