"""Examples of TUTORIAL, KEY_DESIGN and LAYOUTS in docs/ run as they stand, but for addresses."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from pyspark.sql import SparkSession

import tutorial
from pyspark_hbase.embedded import EmbeddedHBase

DOCS = Path(__file__).resolve().parents[3] / "docs"


def blocks(page: str, language: str) -> list[str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    found = re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S)
    assert found, page
    return found


def test_the_tutorial_runs_and_prints_what_it_says(
    hbase: EmbeddedHBase, spark: SparkSession, capsys: pytest.CaptureFixture[str]
) -> None:
    zone = spark.conf.get("spark.sql.session.timeZone")
    names: dict[str, Any] = {}
    try:
        for block in tutorial.blocks(hbase):
            exec(block, names)
    finally:
        spark.conf.set("spark.sql.session.timeZone", zone or "UTC")
    printed = capsys.readouterr().out
    (shown,) = re.findall(r"((?:^    [+|].*\n)+)", tutorial.PAGE, re.M)
    assert "".join(f"{line.strip()}\n" for line in shown.splitlines()) in printed
    assert "function soundex is not implemented in the region server" in printed
    assert [row.origin for row in names["rows"]] == ["EWR", "JFK", "LGA"]
    assert names["busiest"].num_rows == 3
    assert "JetBlue Airways" in printed


def test_the_keys_are_read_as_the_page_says(spark: SparkSession) -> None:
    session = spark.newSession()
    answers = {}
    for block in blocks("KEY_DESIGN.md", "sql"):
        for statement in filter(None, map(str.strip, block.split(";\n"))):
            answers[statement] = session.sql(statement.rstrip(";")).collect()
    explained = next(rows[0][0] for text, rows in answers.items() if text.startswith("EXPLAIN"))
    assert "1 of 1 regions" in explained
    assert "[key range]" in explained
    first = session.sql(next(text for text in answers if text.startswith("SELECT what")))
    assert [row.what for row in first.collect()] == ["new"]
    assert "in row-key order" in first._jdf.queryExecution().executedPlan().toString()  # type: ignore[operator]
    for table in ("key_readings", "key_events", "key_clicks"):
        session.sql(f"DROP TABLE hbase.default.{table} PURGE")


def test_the_layout_of_a_new_table_is_the_one_that_it_names(spark: SparkSession) -> None:
    (block,) = blocks("LAYOUTS.md", "sql")
    create, select, drop = filter(None, map(str.strip, block.split(";\n")))
    spark.sql(create)
    try:
        assert [row.value for row in spark.sql(select).collect()] == ["packed"]
    finally:
        spark.sql(drop)


def test_a_table_that_exists_is_mapped_and_asked(
    hbase: EmbeddedHBase, spark: SparkSession, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, Any] = {}
    for block in blocks("EXISTING_TABLE.md", "python"):
        exec(block.replace("zk1:2181,zk2:2181", hbase.quorum), names)
    printed = capsys.readouterr().out
    page = (DOCS / "EXISTING_TABLE.md").read_text(encoding="utf-8")
    shown = re.search(r"^    CREATE TABLE(?:.*\n)+?    \)$", page, re.M)
    assert shown is not None
    assert dedent(shown[0]) in printed
    slow, fast = printed.split("Scan of default.visits")[1:]
    assert "runs in   Spark, because the coprocessor is absent" in slow
    assert "row keys  whole table" in slow
    assert "row keys  key range" in fast
    spark.sql("DROP TABLE hbase.default.visits PURGE")
