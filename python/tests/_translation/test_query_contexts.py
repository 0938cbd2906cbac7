"""Places of expressions in the text of a query: in its tree, its plan and its errors."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest
from fake_gateway import FakeGateway, frame
from fake_tables import FixedTables, connected
from flights import EVERYTHING, FLIGHTS
from Hbase_thrift import IOError

from pyspark_hbase import connect
from pyspark_hbase._translation._query_contexts import summary
from pyspark_hbase._translation._select import PlannedQuery
from pyspark_hbase.connection import Connection
from pyspark_hbase.errors import EvaluationError
from pyspark_hbase.expressions import col
from pyspark_hbase.plan import SubPlan


def cluster(*answers: Any, ansi: bool = True) -> Connection:
    return connected(FakeGateway(*answers), FixedTables(FLIGHTS, EVERYTHING), ansi=ansi)


def planned(text: str, args: Any = None, *, ansi: bool = True) -> PlannedQuery:
    found = cluster(ansi=ansi).sql(text, args)._prepared.planned
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("expression", "fragments"),
    [
        ("distance / 2", ["distance / 2"]),
        ("(distance + 1)", ["distance + 1"]),
        (
            "(distance + 1) * -( fare )",
            ["distance + 1", "-( fare )", "(distance + 1) * -( fare )"],
        ),
        (
            "distance + 1 - 2 % delay",
            ["distance + 1", "2 % delay", "distance + 1 - 2 % delay"],
        ),
        ("CAST ( carrier AS INT )", ["CAST ( carrier AS INT )"]),
        ("carrier :: int + 1", ["carrier :: int", "carrier :: int + 1"]),
        (
            "abs( distance )+int(carrier)",
            ["abs( distance )", "int(carrier)", "abs( distance )+int(carrier)"],
        ),
        (
            "CASE WHEN distance > 1 THEN 1 / distance END",
            ["distance > 1", "1 / distance", "CASE WHEN distance > 1 THEN 1 / distance END"],
        ),
        ("if(delay > 1, 2, 3)", ["delay > 1", "if(delay > 1, 2, 3)"]),
        ("`flights`.`distance` div 2", ["`flights`.`distance` div 2"]),
        ("distance NOT IN (1, 2)", ["NOT IN (1, 2)", "distance NOT IN (1, 2)"]),
        ("distance BETWEEN 1 AND -fare", ["-fare", "BETWEEN 1 AND -fare"]),
        ("delay / 2 IS NULL", ["delay / 2", "IS NULL"]),
        ("(delay / 2) IS NOT NULL", ["delay / 2", "IS NOT NULL", "(delay / 2) IS NOT NULL"]),
        ("delay /* x */ IS DISTINCT FROM 1", ["IS DISTINCT FROM 1"]),
        ("delay <=> 1", ["delay <=> 1"]),
        ("carrier LIKE 'a%' ESCAPE '/'", ["LIKE 'a%'", "carrier LIKE 'a%' ESCAPE '/'"]),
        ("trim(BOTH 'x' FROM carrier)", ["trim(BOTH 'x' FROM carrier)"]),
        ("extract(YEAR FROM day)", ["extract(YEAR FROM day)"]),
        ("day - INTERVAL 2 MONTH", ["day - INTERVAL 2 MONTH"]),
        ("distance /* ) */ / :n", ["distance /* ) */ / :n"]),
        (
            "max(delay / 2) FILTER (WHERE fare / 2 > 1)",
            ["delay / 2", "fare / 2", "fare / 2 > 1"],
        ),
    ],
)
def test_a_call_knows_where_it_stands(expression: str, fragments: list[str]) -> None:
    text = f"SELECT\n {expression}  AS q FROM flights"
    contexts = planned(text, {"n": 2} if ":n" in text else None).query_contexts
    assert [text[start:end] for start, end in contexts.spans] == fragments


@pytest.mark.parametrize(
    ("text", "fragment", "shown"),
    [
        (
            "SELECT k / z FROM t",
            "k / z",
            "== SQL (line 1, position 8) ==\nSELECT k / z FROM t\n       ^^^^^",
        ),
        (
            "SELECT k,\n  k\n  / z\nFROM t",
            "k\n  / z",
            "== SQL (line 2, position 3) ==\n  k\n  ^\n  / z\n^^^^^",
        ),
        (
            f"SELECT {'a' * 24}, k / z, {'b' * 40} FROM t",
            "k / z",
            "== SQL (line 1, position 34) ==\n"
            f"...ELECT {'a' * 24}, k / z, {'b' * 30}...\n"
            f"{' ' * 35}^^^^^",
        ),
        (
            f"SELECT {'a' * 22}, k / z, {'b' * 29}",
            "k / z",
            f"== SQL (line 1, position 32) ==\nSELECT {'a' * 22}, k / z, {'b' * 29}\n"
            f"{' ' * 31}^^^^^",
        ),
        (
            f"SELECT {'a' * 23}, k / z, {'b' * 30}",
            "k / z",
            f"== SQL (line 1, position 33) ==\n...SELECT {'a' * 23}, k / z, {'b' * 30}...\n"
            f"{' ' * 35}^^^^^",
        ),
        (
            "SELECT\x1b[2J k / z\r\nFROM t",
            "k / z",
            "== SQL (line 1, position 12) ==\nSELECT [2J k / z \n           ^^^^^",
        ),
    ],
    ids=["a line", "lines", "cut", "not yet cut", "just cut", "no controls"],
)
def test_a_place_is_shown_as_spark_shows_it(text: str, fragment: str, shown: str) -> None:
    start = text.index(fragment)
    assert summary(text, start, start + len(fragment)) == shown


TEXT = "SELECT carrier\nFROM flights WHERE 100 / distance > CAST(carrier AS INT)"
PLACES = {
    1: "== SQL (line 2, position 20) ==\n"
    "FROM flights WHERE 100 / distance > CAST(carrier AS INT)\n"
    "                   ^^^^^^^^^^^^^^",
    2: "== SQL (line 2, position 37) ==\n"
    "... flights WHERE 100 / distance > CAST(carrier AS INT)\n"
    f"{' ' * 35}^^^^^^^^^^^^^^^^^^^^",
}
ASKS: list[Callable[[Connection], Any]] = [
    lambda hbase: hbase.rows(TEXT),
    lambda hbase: hbase.sql(TEXT).to_arrow(),
    lambda hbase: list(hbase.sql(TEXT).to_batches()),
    lambda hbase: list(hbase.sql(TEXT)),
]


def refusal(values: str) -> IOError:
    line = f"[SPARKSQL_HBASE.DIVIDE_BY_ZERO] Division by zero.{values}"
    return IOError(message=f"java.io.IOException: {line}\n\tat a.B.c(B.java:1)".encode())


@pytest.mark.parametrize("ask", ASKS)
@pytest.mark.parametrize("number", PLACES)
def test_an_error_of_a_region_server_shows_its_place(
    ask: Callable[[Connection], Any], number: int
) -> None:
    with pytest.raises(EvaluationError) as caught:
        ask(cluster(refusal(f" row=AA queryContext={number}")))
    error = caught.value
    assert error.query_context == PLACES[number]
    assert str(error).endswith(f" row=AA\n{PLACES[number]}")
    assert (error.code, dict(error.values)) == ("DIVIDE_BY_ZERO", {"row": "AA"})
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.query_context) == (str(error), error.query_context)


@pytest.mark.parametrize("number", ["", "0", "-1", "4", "one", "4294967295"])
def test_what_is_no_number_of_the_plan_is_no_place(number: str) -> None:
    with pytest.raises(EvaluationError) as caught:
        cluster(refusal(f' queryContext="{number}"')).rows(TEXT)
    assert caught.value.query_context == ""
    assert "queryContext" not in caught.value.values
    assert "\n" not in str(caught.value)


def test_an_error_without_a_number_has_no_place() -> None:
    with pytest.raises(EvaluationError) as caught:
        cluster(refusal(" row=AA")).rows(TEXT)
    assert (caught.value.query_context, caught.value.values["row"]) == ("", "AA")


@pytest.mark.parametrize(
    ("clause", "marked"),
    [
        ("sum(distance) / count(*) AS q FROM flights", "sum(distance) / count(*)"),
        ("sum(distance) FROM flights HAVING 1 % count(*) > 0", "1 % count(*)"),
        ("sum(distance) FROM flights ORDER BY (\n1 / count(*))", "1 / count(*)"),
        ("sum(distance) + 9223372036854775807 FROM flights", "sum(distance) + 9223372036854775807"),
    ],
)
def test_an_error_of_this_process_shows_its_place(clause: str, marked: str) -> None:
    text = f"SELECT {clause}"
    plan = planned(text).plan
    row = (1, 0) if "count" in text else (1,)
    with pytest.raises(EvaluationError) as caught:
        cluster([frame(plan, b"", b"", [row])]).rows(text)
    start = text.index(marked)
    assert caught.value.query_context == summary(text, start, start + len(marked))


def test_a_query_without_a_table_shows_the_place_too() -> None:
    with connect("thrift://127.0.0.1:1") as hbase, pytest.raises(EvaluationError) as caught:
        hbase.rows("SELECT 1 + 2, 1 / 0")
    assert caught.value.query_context == (
        "== SQL (line 1, position 15) ==\nSELECT 1 + 2, 1 / 0\n              ^^^^^"
    )


def test_places_alone_make_no_other_plan() -> None:
    first, second = planned(TEXT), planned("  " + TEXT.replace(" ", " /* \n */ "))
    assert first.plan.to_bytes() == second.plan.to_bytes()
    assert first.plan == second.plan
    assert first.query_contexts != second.query_contexts


def test_only_calls_that_can_raise_are_numbered() -> None:
    text = "SELECT carrier FROM flights WHERE distance > 5 AND carrier = 'AA'"
    condition = (col("distance") > 5) & (col("carrier") == "AA")
    plan = SubPlan.scan(FLIGHTS).filter(condition).select("carrier")
    assert planned(text).plan.to_bytes() == plan.to_bytes()
    legacy = SubPlan.scan(FLIGHTS, ansi=False).select((col("distance") / 2).alias("q"))
    text = "SELECT distance / 2 AS q FROM flights"
    assert planned(text, ansi=False).plan.to_bytes() == legacy.to_bytes()
    numbered = SubPlan.scan(FLIGHTS).select((col("distance") / 2).alias("q"))
    assert planned(text).plan.to_bytes() != numbered.to_bytes()
