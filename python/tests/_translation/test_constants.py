"""Queries without a table, through a connection that asks nobody."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa
import pytest

from pyspark_hbase import Connection, connect
from pyspark_hbase.errors import (
    EvaluationError,
    InvalidPlanError,
    NeedsSparkError,
    SQLSyntaxError,
)


@pytest.fixture(params=["America/New_York"])
def hbase(request: pytest.FixtureRequest) -> Iterator[Connection]:
    """Port 1 of this machine: nobody listens."""
    with connect("thrift://127.0.0.1:1", time_zone=request.param) as connection:
        yield connection


def test_a_query_without_a_table_is_one_row_and_asks_nobody(hbase: Connection) -> None:
    query = hbase.sql("SELECT 1, 'a' AS b, 1 + 2 AS c")
    row = {"1": 1, "b": "a", "c": 3}
    assert query.to_arrow().to_pylist() == list(query) == [row]
    assert hbase.rows("SELECT 1, 'a' AS b, 1 + 2 AS c") == [row]
    assert pa.table(query).schema.types == [pa.int32(), pa.string(), pa.int32()]
    assert [(each.name, str(each.type)) for each in query.columns] == [
        ("1", "int"),
        ("b", "string"),
        ("c", "int"),
    ]
    assert not query.reads_a_table
    assert query.explain() == "Here: 1, 'a', (1 + 2)"
    assert "<td>3</td>" in query._repr_html_()
    with pytest.raises(InvalidPlanError, match="A query without FROM has no sub-plan"):
        assert query.plan


def test_arguments_are_values_of_it(hbase: Connection) -> None:
    assert hbase.rows("SELECT ? + 1 AS n", [2]) == [{"n": 3}]
    assert hbase.rows("SELECT :word AS w, :n AS n", {"word": "a", "n": 2}) == [{"w": "a", "n": 2}]
    with pytest.raises(ValueError, match="name columns with AS"):
        hbase.rows("SELECT 1 AS a, 2 AS a")


def test_a_query_without_a_table_fails_as_others_do(hbase: Connection) -> None:
    with pytest.raises(EvaluationError):
        hbase.sql("SELECT 1 / 0").to_arrow()
    legacy = connect("thrift://127.0.0.1:1", ansi=False)
    assert legacy.rows("SELECT 1 / 0 AS x") == [{"x": None}]
    for needs_spark in (
        *("SELECT upper('a')", "SELECT 1 WHERE true", "SELECT count(*)", "SELECT 1 + max(2)"),
    ):
        with pytest.raises(NeedsSparkError):
            hbase.sql(needs_spark)
    for empty in ("", "  ", "-- nothing"):
        with pytest.raises(SQLSyntaxError, match="0 statements"):
            hbase.sql(empty)
