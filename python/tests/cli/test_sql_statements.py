from __future__ import annotations

import pytest

from pyspark_hbase.cli.sql_prompt._runner import inputs, is_finished
from pyspark_hbase.cli.sql_prompt._statements import split


@pytest.mark.parametrize(
    ("text", "statements", "rest"),
    [
        ("SELECT 1; SELECT 2;", ["SELECT 1", "SELECT 2"], ""),
        ("SELECT ';', \";\", `;` ; x", ["SELECT ';', \";\", `;`"], "x"),
        (r"SELECT 'it\'s;'; x", [r"SELECT 'it\'s;'"], "x"),
        (r"SELECT r'\'; x", [r"SELECT r'\'"], "x"),
        ("SELECT 1 -- a; b\n; x", ["SELECT 1 -- a; b"], "x"),
        ("/* ; */ SELECT 1; x", ["/* ; */ SELECT 1"], "x"),
        ("SELECT 'open; ", [], "SELECT 'open;"),
        ("SELECT /* open; ", [], "SELECT /* open;"),
        ("; -- nothing\n;", [], ""),
    ],
)
def test_a_semicolon_ends_a_statement_unless_it_is_quoted(
    text: str, statements: list[str], rest: str
) -> None:
    assert split(text) == (statements, rest)


def test_commands_begin_a_line_where_no_statement_is_open() -> None:
    text = "-- first\n\\timing on\nSELECT 1 -- one\n;\nSELECT\n\\d\n;\nhelp\nexit;\n"
    assert list(inputs(text)) == [
        "\\timing on",
        "-- first\nSELECT 1 -- one",
        "SELECT\n\\d",
        "\\?",
        "\\q",
    ]


def test_the_last_statement_needs_no_semicolon() -> None:
    assert list(inputs("SELECT 1;\nSELECT 2\n")) == ["SELECT 1", "SELECT 2"]
    assert list(inputs("  \n-- nothing\n")) == []


@pytest.mark.parametrize(
    ("text", "finished"),
    [
        ("", True),
        ("SELECT 1", False),
        ("SELECT 1;", True),
        ("SELECT 1; -- done", True),
        ("SELECT 1; SELECT", False),
        ("SELECT ';", False),
        ("\\d t", True),
        ("help", True),
    ],
)
def test_enter_runs_what_is_finished(text: str, finished: bool) -> None:
    assert is_finished(text) is finished
