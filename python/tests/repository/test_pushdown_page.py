"""docs/PUSHDOWN.md says what the capability list says."""

from __future__ import annotations

import pytest

import capability_list
import pushdown_page
from capability_list import Construct, Example, Section

SECTION = Section(
    "math",
    "Mathematics",
    (
        Construct("sqrt", (Example("yes", "sqrt(d)"),)),
        Construct(
            "round",
            (
                Example("legacy only", "round(d)", "it may raise"),
                Example("no", "i | 1", "not implemented"),
            ),
            "of numbers",
        ),
    ),
    "SELECT {}, count(*) FROM kinds GROUP BY ALL",
)


def test_the_page_is_up_to_date() -> None:
    page = pushdown_page.PAGE.read_text()
    rendered = pushdown_page.render(page, capability_list.load())
    assert page == rendered, "run .venv/bin/python python/tools/pushdown_page.py"


def test_a_construct_names_what_stays_in_spark_and_why() -> None:
    page = pushdown_page.render("# A\n<!-- math -->\n<!-- end -->\n", {"math": SECTION})
    assert page.splitlines() == [
        "# A",
        "<!-- math -->",
        "| construct | in the region servers | in Spark, and why |",
        "|---|---|---|",
        "| sqrt | yes |  |",
        "| round | of numbers<br>`round(d)` in legacy mode only "
        "| `round(d)`: it may raise<br>`i \\| 1`: not implemented |",
        "<!-- end -->",
    ]


def test_a_query_shows_the_operators_of_its_sub_plan() -> None:
    examples = (Example("Filter+Limit", "SELECT 1"), Example("Columns | TopN", "SELECT 2", "no"))
    section = Section("queries", "Queries", (Construct("LIMIT", examples, "n rows"),))
    page = pushdown_page.render("<!-- queries -->\n<!-- end -->", {"queries": section})
    assert page.splitlines()[3:5] == [
        "| LIMIT: n rows | `SELECT 1` | Filter -> Limit |  |",
        "|  | `SELECT 2` | Columns \\| TopN | no |",
    ]


def test_casts_make_a_matrix() -> None:
    constructs = (
        Construct("INT to STRING", (Example("yes", "CAST(i AS STRING)"),)),
        Construct("STRING to INT", (Example("no", "CAST(s AS INT)", "not implemented"),)),
    )
    section = Section("casts", "Casts", constructs, "SELECT {}", "matrix")
    page = pushdown_page.render("<!-- casts -->\n<!-- end -->", {"casts": section})
    assert page.splitlines()[1:] == [
        "| from \\ to | INT | STRING |",
        "|---|---|---|",
        "| INT |  | yes |",
        "| STRING | - |  |",
        "",
        "- not implemented: STRING to INT",
        "<!-- end -->",
    ]


def test_a_section_without_a_place_is_an_error() -> None:
    with pytest.raises(ValueError, match="math"):
        pushdown_page.render("# A\n", {"math": SECTION})


def test_a_file_reads_back_as_it_was_written() -> None:
    text = capability_list.text_of(SECTION)
    assert capability_list.parse("math", text) == SECTION
    for name, section in capability_list.load().items():
        path = capability_list.FOLDER / f"{name}.txt"
        assert capability_list.text_of(section) == path.read_text()


def test_a_line_that_is_no_example_is_an_error() -> None:
    with pytest.raises(ValueError, match="no 'key: value'"):
        capability_list.parse("math", "title: M\n\nconstruct: sqrt\nsqrt(d)")
