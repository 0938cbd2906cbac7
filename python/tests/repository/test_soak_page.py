"""docs/RELIABILITY.md has the sums of docs/soak.csv, and each random test is counted."""

from __future__ import annotations

import re

import pytest

import soak_page
from soak_page import ASKED, LEDGER, PAGE, ROOT, Run

LOG = """
soak: seed 7
counted: 120 random expressions
[INFO] Tests run: 1
counted: 40 faults
\x1b[0m\x1b[0mcounted: 60 tables with any byte in key columns
"""
"""Maven ends its output with codes of colours, and no end of line."""


def test_page_has_the_sums_of_the_ledger() -> None:
    runs = soak_page.read(LEDGER.read_text())
    page = PAGE.read_text()
    assert soak_page.render(page, runs) == page, "run .venv/bin/python python/tools/soak_page.py"
    assert soak_page.written(runs) == LEDGER.read_text()


def test_each_kind_is_printed_by_a_test() -> None:
    sources = [*ROOT.glob("jvm/*/src/test/**/*.java"), *ROOT.glob("jvm/*/src/test/**/*.scala")]
    others = (ROOT / "tests/chaos/test_chaos.py", ROOT / "build.sh")
    texts = [path.read_text() for path in (*sources, *others)]
    for kind in ASKED:
        assert any(re.search('["} ]' + kind + '"', text) for text in texts), kind


def test_a_run_is_what_its_output_counts() -> None:
    runs = soak_page.runs_of(LOG, "green", "random --minutes 1", "2026-01-02", "abc")
    assert [(run.seed, run.kind, run.count) for run in runs] == [
        (7, "random expressions", 120),
        (7, "faults", 40),
        (7, "tables with any byte in key columns", 60),
    ]
    assert soak_page.read(soak_page.written(runs)) == runs


def test_runs_of_one_seed_are_counted_once() -> None:
    runs = [
        Run("2026-01-02", "abc", "random", seed, "faults", count, result)
        for seed, count, result in [
            (1, 5, "green"),
            (1, 9, "failed"),
            (2, 3, "green"),
            (3, 0, "green"),
        ]
    ]
    page = soak_page.render("<!-- soak -->\n<!-- end -->", runs)
    assert "| faults | 10,000 | 12 | 2 | 1 |" in page
    assert "| random queries | 100,000 | 0 | 0 | 0 |" in page


@pytest.mark.parametrize(
    ("log", "message"),
    [("counted: 1 faults", "does not say its seed"), (LOG + "counted: 1 cats", "'cats'")],
)
def test_an_output_that_cannot_be_added_is_refused(log: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        soak_page.runs_of(log, "green", "", "2026-01-02", "abc")


def test_a_page_without_a_place_is_refused() -> None:
    with pytest.raises(ValueError, match="0 places"):
        soak_page.render("# Reliability\n", [])
