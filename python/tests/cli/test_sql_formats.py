"""Results as texts and files."""

from __future__ import annotations

import datetime
import io
import json
from decimal import Decimal

import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq
import pytest

from pyspark_hbase.cli._arguments import _FORMATS
from pyspark_hbase.cli.sql_prompt import _formats

TABLE = pa.table(
    {
        "origin": ["JFK", None, "日|本"],
        "n": [1, 20, None],
        "paid": [Decimal("1.50"), None, Decimal("-2.00")],
        "day": [datetime.date(2024, 2, 1), None, None],
        "raw": [b"a\xff", None, b""],
        "map": pa.array([[("a", 1)], None, []], pa.map_(pa.string(), pa.int32())),
    }
)
EMPTY = TABLE.slice(0, 0)


def test_a_table_ends_numbers_at_the_right_whatever_the_width_of_letters() -> None:
    assert _formats.render(TABLE.select(["origin", "n", "paid"]), "table").split("\n") == [
        " origin | n    | paid",
        "--------+------+-------",
        " JFK    |    1 |  1.50",
        " NULL   |   20 |  NULL",
        " 日|本  | NULL | -2.00",
        "(3 rows)",
    ]
    assert _formats.render(EMPTY.select(["n"]), "table").split("\n") == [" n", "---", "(0 rows)"]


def test_null_and_texts_like_it_differ_in_every_layout() -> None:
    table = pa.table({"a": [None, "NULL", "'NULL'", "null"]})
    for name in ("table", "vertical", "markdown", "csv", "json"):
        found = {_formats.render(table.slice(i, 1), name) for i in range(4)}
        assert len(found) == 4
    assert _formats.render(table, "table").split("\n")[2:4] == [" NULL", " 'NULL'"]


def test_a_row_that_is_too_wide_becomes_vertical_by_itself() -> None:
    table = pa.table({"a": ["x" * 30], "b": ["y" * 30]})
    assert _formats.render(table, "auto", columns=80) == _formats.render(table, "table")
    assert _formats.render(table, "auto", columns=60) == _formats.render(table, "vertical")
    assert _formats.render(table, "auto") == _formats.render(table, "table")
    assert _formats.render(table, "table", columns=60) == _formats.render(table, "table")


@pytest.mark.parametrize("name", ["auto", "table"])
def test_plans_and_statements_are_shown_line_by_line(name: str) -> None:
    plan = pa.table({"plan": ["== Physical Plan ==\nScan\n  Keys: ...\n\n"]})
    assert _formats.render(plan, name, columns=10).split("\n") == [
        " plan",
        "---------------------",
        " == Physical Plan ==",
        " Scan",
        "   Keys: ...",
        "(3 rows)",
    ]
    assert json.loads(_formats.render(plan, "json")) == plan.to_pylist()


def test_types_stand_with_the_names_of_columns() -> None:
    wide = TABLE.select(["n", "map"]).slice(0, 1)
    lines = _formats.render(wide, "table", with_types=True).split("\n")
    assert lines[:2] == [" n      | map", " bigint | map<string,int>"]
    assert "map map<string,int>" in _formats.render(wide, "vertical", with_types=True)
    assert "| n bigint |" in _formats.render(wide, "markdown", with_types=True)


def test_nothing_in_a_value_moves_the_cursor() -> None:
    table = pa.table({"a\x1b[2J": ["x\r\n\x1b[31my\x9b"]})
    for name in ("table", "vertical", "markdown"):
        text = _formats.render(table, name)
        assert "\x1b" not in text and "\r" not in text and "\x9b" not in text
        assert "x\\r\\n\\x1B[31my\\x9B" in text


def test_a_vertical_result_has_a_line_for_each_value() -> None:
    text = _formats.render(TABLE.select(["origin", "raw"]).slice(0, 1), "vertical")
    assert text.split("\n") == ["-[ row 1 ]-", "origin | JFK", "raw    | a\\xFF", "(1 row)"]


def test_markdown_escapes_its_own_bars() -> None:
    lines = _formats.render(TABLE.select(["origin", "n"]), "markdown").split("\n")
    assert lines[:2] == ["| origin | n |", "| --- | ---: |"]
    assert lines[-1] == "| 日\\|本 | NULL |"


def test_csv_and_tsv_quote_what_they_must_and_leave_null_empty() -> None:
    table = pa.table({"a": ["x,y", 'q"', None, "a\nb"], "b": [1.5, None, True and 2.0, 0.0]})
    assert _formats.render(table, "csv") == 'a,b\n"x,y",1.5\n"q""",\n,2.0\n"a\nb",0.0'
    assert _formats.render(table, "tsv").split("\n")[1] == "x,y\t1.5"


@pytest.mark.parametrize(("name", "delimiter"), [("csv", ","), ("tsv", "\t")])
def test_csv_and_tsv_tell_null_from_an_empty_text(name: str, delimiter: str) -> None:
    texts = ["", None, "a", '"', ",", "\t", "x\ny", "NULL", " "]
    table = pa.table({"a": texts, "b": texts[::-1], "n": pa.array(range(9), pa.int64())})
    text = _formats.render(table, name)
    assert text.split("\n")[1:3] == [f'""{delimiter} {delimiter}0', f"{delimiter}NULL{delimiter}1"]
    found = pa_csv.read_csv(
        io.BytesIO(text.encode()),
        parse_options=pa_csv.ParseOptions(delimiter=delimiter, newlines_in_values=True),
        convert_options=pa_csv.ConvertOptions(
            strings_can_be_null=True, quoted_strings_can_be_null=False, null_values=[""]
        ),
    )
    assert found.equals(table)


def test_times_of_years_that_python_does_not_have_are_written_as_spark_writes_them() -> None:
    day = pa.array([2932897, -800000, 0, None], pa.int32()).view(pa.date32())
    far = pa.array([253402300800000001, 253402300800000000, 0, None], pa.int64())
    at, wall = far.view(pa.timestamp("us", tz="UTC")), far.view(pa.timestamp("us"))
    days = pa.ListArray.from_arrays([0, 2, 2, 3, 4], day)
    names = ["day", "at", "wall", "days"]
    table = pa.Table.from_arrays([day, at, wall, days], names=names)
    assert _formats.render(table, "csv").split("\n")[1:] == [
        "+10000-01-01,+10000-01-01 00:00:00.000001,+10000-01-01 00:00:00.000001,"
        '"[""+10000-01-01"",""-0221-09-04""]"',
        "-0221-09-04,+10000-01-01 00:00:00,+10000-01-01 00:00:00,[]",
        '1970-01-01,1970-01-01 00:00:00,1970-01-01 00:00:00,"[""1970-01-01""]"',
        ",,,[null]",
    ]
    first = json.loads(_formats.render(table, "jsonl").split("\n")[0])
    assert first["at"] == "+10000-01-01T00:00:00.000001+00:00"
    for name in ("table", "vertical", "markdown", "json"):
        assert "+10000-01-01 00:00:00" in _formats.render(table, name).replace("T00", " 00")


def test_json_keeps_every_digit_and_is_json() -> None:
    text = _formats.render(TABLE, "json")
    rows = json.loads(text, parse_float=Decimal)
    assert rows[0] == {
        "origin": "JFK",
        "n": 1,
        "paid": Decimal("1.50"),
        "day": "2024-02-01",
        "raw": "a\\xFF",
        "map": {"a": 1},
    }
    assert rows[1]["map"] is None and rows[2]["map"] == {}
    assert [json.loads(line)["n"] for line in _formats.render(TABLE, "jsonl").split("\n")] == [
        1,
        20,
        None,
    ]
    assert _formats.render(EMPTY, "json") == "[]" and _formats.render(EMPTY, "jsonl") == ""


def test_json_has_no_numbers_that_are_none() -> None:
    table = pa.table({"x": [float("nan"), float("inf"), float("-inf"), 1e300]})
    found = [json.loads(line)["x"] for line in _formats.render(table, "jsonl").split("\n")]
    assert found == ["NaN", "Infinity", "-Infinity", 1e300]


@pytest.mark.parametrize("table", [TABLE, EMPTY])
def test_arrow_and_parquet_are_read_back_as_they_were(table: pa.Table) -> None:
    for name, read in (
        ("arrow", lambda file: pa.ipc.open_stream(file).read_all()),
        ("parquet", pq.read_table),
    ):
        file = io.BytesIO()
        _formats.write(table, name, file)
        file.seek(0)
        assert read(file).equals(table)


def test_the_command_line_knows_the_formats() -> None:
    assert _FORMATS == _formats.NAMES
