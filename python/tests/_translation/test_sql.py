"""SQL without Spark: from a text to the plan or the error, and from frames to the result."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from functools import partial
from typing import Any

import pyarrow as pa
import pytest
from fake_gateway import FakeGateway, frame
from fake_tables import FixedTables, connected
from flights import EVERYTHING, FLIGHTS

from pyspark_hbase._translation._select import Planner
from pyspark_hbase.connection import Connection
from pyspark_hbase.errors import (
    EvaluationError,
    InvalidPlanError,
    NeedsSparkError,
    SQLSyntaxError,
)
from pyspark_hbase.query import Query


def cluster(*answers: Any, ansi: bool = True) -> Connection:
    """Tables and answers without a gateway."""
    return connected(FakeGateway(*answers), FixedTables(FLIGHTS, EVERYTHING), ansi=ansi)


def query(text: str, args: Any = None, *, ansi: bool = True) -> Query:
    return cluster(ansi=ansi).sql(text, args)


SCAN = "Region servers: Scan(default.flights)"


@pytest.mark.parametrize(
    ("text", "explained"),
    [
        pytest.param(
            "SELECT * FROM flights",
            f"{SCAN} -> Project(carrier, distance, day, fare, delay)",
            id="star",
        ),
        pytest.param(
            "select F.CARRIER, distance d from hbase.default.flights f "
            "where f.carrier = 'AA' and distance > 500 limit 10",
            "Rows: [AA, AA\\x00)\n"
            f"{SCAN} -> Filter((carrier = 'AA') AND (distance > 500)) "
            "-> Project(carrier AS CARRIER, distance AS d) -> Limit(10)",
            id="point-read",
        ),
        pytest.param(
            "SELECT carrier FROM default.flights ORDER BY distance DESC, 1 LIMIT 5 OFFSET 2",
            f"{SCAN} -> Project(carrier, distance) "
            "-> TopN(7, [distance DESC NULLS LAST, carrier ASC NULLS FIRST])\n"
            "Here: Project(carrier) -> Offset(2)",
            id="first rows",
        ),
        pytest.param(
            "SELECT carrier c FROM flights ORDER BY distance * 2 NULLS LAST",
            f"{SCAN} -> Project(carrier AS c, distance * 2 AS (distance * 2))\n"
            "Here: Sort((distance * 2) ASC NULLS LAST) -> Project(c)",
            id="order of all rows",
        ),
        pytest.param(
            "SELECT carrier, count(*) n, sum(fare) / count(1) AS mean FROM flights "
            "WHERE day >= '2013-06-01' GROUP BY carrier HAVING n < 100 AND avg(delay) > 5 "
            "ORDER BY n DESC LIMIT 3 OFFSET 1",
            f"{SCAN} -> Filter(day >= 2013-06-01) "
            "-> Aggregate(by [carrier]: count(1), sum(fare), avg(delay))\n"
            "Here: Merge -> Filter((count(1) < 100) AND (avg(delay) > 5.0)) "
            "-> Sort(count(1) DESC NULLS LAST) -> Project(carrier, count(1) AS n, "
            "(sum(fare) / CAST(count(1) AS decimal(20,0))) AS mean) -> Limit(3) -> Offset(1)",
            id="groups",
        ),
        pytest.param(
            "SELECT upper(carrier), count(1) FROM flights GROUP BY carrier",
            f"{SCAN} -> Aggregate(by [carrier, upper(carrier)]: count(1))\n"
            "Here: Merge -> Project(upper(carrier), count(1))",
            id="function of a group",
        ),
        pytest.param(
            "SELECT distance + 1 AS d, d + 1 > 5 FROM (flights)",
            None,
            id="alias of the same list",
        ),
        pytest.param(
            "SELECT year(day) y, count(DISTINCT carrier) FROM flights GROUP BY y",
            f"{SCAN} -> Aggregate(by [year(day), carrier])\n"
            "Here: Merge -> Project(year(day) AS y, count(DISTINCT carrier))",
            id="distinct aggregate",
        ),
        pytest.param(
            "SELECT DISTINCT carrier, distance FROM flights ORDER BY 2 LIMIT ALL",
            f"{SCAN} -> Aggregate(by [carrier, distance])\n"
            "Here: Merge -> Sort(distance ASC NULLS FIRST)",
            id="distinct rows",
        ),
        pytest.param(
            "SELECT CASE WHEN distance > 500 THEN 'far' ELSE 'near' END k, round(avg(delay), 1) "
            "FROM flights GROUP BY ALL",
            f"{SCAN} -> Aggregate(by [CASE WHEN (distance > 500) THEN 'far' ELSE 'near' END]: "
            "avg(delay))\nHere: Merge -> Project(CASE WHEN (distance > 500) THEN 'far' "
            "ELSE 'near' END AS k, round(avg(delay), 1))",
            id="group by all",
        ),
        pytest.param(
            "SELECT sum(distance) FILTER (WHERE delay > 0) s, bool_or(distance > 5) b FROM flights",
            f"{SCAN} -> Aggregate(by []: sum(distance) FILTER (WHERE delay > 0.0) AS "
            "sum(distance) FILTER (WHERE (delay > 0)), max(((distance > 5) AND TRUE)))\n"
            "Here: Merge -> Project(sum(distance) FILTER (WHERE (delay > 0)) AS s, "
            "max(((distance > 5) AND TRUE)) AS b)",
            id="aggregates of conditions",
        ),
        pytest.param(
            "SELECT carrier FROM flights WHERE day BETWEEN DATE '2013-01-01' AND '2013-02-01' "
            "AND carrier LIKE 'A%' AND delay IS NOT NULL",
            "Rows: [A, B)\n"
            f"{SCAN} -> Filter((((day >= 2013-01-01) AND (day <= 2013-02-01)) "
            "AND (carrier LIKE 'A%')) AND (NOT (delay IS NULL))) -> Project(carrier)",
            id="predicates",
        ),
        pytest.param(
            "SELECT -1, - 2147483648, 2147483648, 1.50, 1e2, 2L, 'it''s', true, NULL IS NULL, "
            "1 + 2 * 3, 7 % 4, 7 DIV 2, -distance, carrier || '!' FROM flights",
            f"{SCAN} -> Project(-1, -2147483648, 2147483648, 1.50, 100.0, "
            '2 AS CAST(2 AS bigint), "it\'s", TRUE, NULL IS NULL AS (NULL IS NULL), '
            "1 + (2 * 3) AS (1 + (2 * 3)), 7 % 4 AS (7 % 4), 7 div 2 AS (7 div 2), "
            "- distance AS (- distance), concat(carrier, '!'))",
            id="literals and operators",
        ),
        pytest.param(
            "SELECT extract(YEAR FROM day) y, trim(LEADING 'A' FROM carrier) t, "
            "if(distance > 1, 2, 3) i, nvl(distance, 0) n, CASE carrier WHEN 'AA' THEN 1 END c, "
            "cast(fare AS decimal(20,1)) f, substr(carrier, 2) s FROM flights",
            f"{SCAN} -> Project(year(day) AS y, ltrim(carrier, 'A') AS t, "
            "CASE WHEN (distance > 1) THEN 2 ELSE 3 END AS i, coalesce(distance, 0) AS n, "
            "CASE WHEN (carrier = 'AA') THEN 1 END AS c, CAST(fare AS decimal(20,1)) AS f, "
            "substring(carrier, 2, 2147483647) AS s)",
            id="functions",
        ),
    ],
)
def test_a_query_is_a_sub_plan_and_a_finish(text: str, explained: str | None) -> None:
    if explained is None:
        with pytest.raises(NeedsSparkError):
            query(text)
    else:
        found = query(text).explain()
        assert [line for line in found.split("\n") if not line.startswith("Rows: [, ")] == (
            explained.split("\n")
        )


@pytest.mark.parametrize(
    ("text", "construct", "position"),
    [
        ("SELECT * FROM flights a JOIN flights b ON a.carrier = b.carrier", "JOIN", "1:30"),
        ("SELECT carrier,\n  rank() OVER (ORDER BY day) FROM flights", "a window function", "2:3"),
        ("SELECT * FROM (SELECT * FROM flights) t", "a subquery", "1:23"),
        ("SELECT * FROM flights WHERE distance IN (SELECT 1)", "a subquery", "1:29"),
        ("SELECT * FROM flights WHERE EXISTS (SELECT 1)", "a subquery", None),
        ("SELECT 1 FROM flights UNION ALL SELECT 2 FROM flights", "UNION", None),
        ("WITH t AS (SELECT 1) SELECT * FROM t", "WITH", "1:6"),
        ("INSERT INTO flights VALUES (1)", "INSERT", None),
        ("SELECT soundex(carrier) FROM flights", "the function soundex", "1:8"),
        ("SELECT upper(carrier, 'x') FROM flights", "the function upper of 2 arguments", "1:8"),
        ("SELECT day + INTERVAL 1 MONTH 1 DAY FROM flights", "INTERVAL", None),
        ("SELECT TRY_CAST(carrier AS INT) FROM flights", "TRY_CAST", "1:17"),
        ("SELECT CAST(day AS ARRAY<INT>) FROM flights", "the type ARRAY<INT>", None),
        ("SELECT carrier FROM flights GROUP BY ROLLUP(carrier)", "ROLLUP", "1:45"),
        ("SELECT carrier FROM flights TABLESAMPLE (10 PERCENT)", "TABLESAMPLE", None),
        ("SELECT distance[0] FROM flights", "an element of an array or map", "1:8"),
        ("SELECT carrier.x FROM flights", "a field of a struct", "1:8"),
        ("SELECT carrier x, x FROM flights", "an alias of the same SELECT list", "1:19"),
        (
            "SELECT distance = 1 = true FROM flights",
            "operators in a row without parentheses",
            "1:8",
        ),
        ("SELECT carrier ILIKE 'a' FROM flights", "ILIKE", "1:8"),
        ("SELECT sum(DISTINCT distance) FROM flights", "sum(DISTINCT ...)", "1:8"),
        (
            "SELECT count(DISTINCT carrier), count(DISTINCT day) FROM flights",
            "DISTINCT aggregates of several arguments",
            "1:33",
        ),
        ("SELECT sqrt(sum(distance)) FROM flights", "sqrt of aggregates", "1:8"),
        (
            "SELECT DISTINCT carrier FROM flights ORDER BY distance",
            "ORDER BY of what SELECT DISTINCT does not list",
            "1:47",
        ),
        (
            "SELECT max(carrier) carrier FROM flights HAVING carrier > 'A'",
            "an alias that is also the name of a column",
            "1:49",
        ),
        (
            r"SELECT 'a\n' FROM flights",
            "a backslash in a text; bind the text with args instead",
            "1:8",
        ),
        ("SELECT NULL AS x FROM flights", "a NULL that has no type; cast it", None),
        ("SELECT carrier FROM other.default.flights", "the catalog other", "1:21"),
        ("SELECT carrier FROM flights LIMIT 1 + 1", "a number of rows that is no literal", None),
        ("SELECT carrier FROM flights QUALIFY 1 = 1", "QUALIFY", None),
        (
            "SELECT day FROM flights WHERE distance IN (7, 1000 + 0)",
            "IN with a value that is no constant",
            "1:47",
        ),
        (
            "SELECT day FROM flights WHERE distance NOT IN (7, distance)",
            "IN with a value that is no constant",
            "1:51",
        ),
    ],
)
def test_what_needs_spark_is_named_with_its_place(
    text: str, construct: str, position: str | None
) -> None:
    with pytest.raises(NeedsSparkError) as caught:
        query(text)
    assert (caught.value.code, caught.value.values["construct"]) == ("NEEDS_SPARK", construct)
    assert position in (None, caught.value.values["position"])
    assert "pyspark_hbase.session()" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("SELECT nothing FROM flights", "UNKNOWN_COLUMN", "1:8"),
        ("SELECT f.carrier FROM flights g", "UNKNOWN_COLUMN", "1:8"),
        ("SELECT g.* FROM flights", "UNKNOWN_TABLE", "1:8"),
        ("SELECT day,\n distance IN ('x') FROM flights", "DATATYPE_MISMATCH", "2:2"),
        ("SELECT 1 FROM flights WHERE distance", "DATATYPE_MISMATCH", "1:29"),
        ("SELECT carrier FROM flights WHERE count(*) > 1", "AGGREGATE_IN_WHERE", "1:35"),
        ("SELECT sum(count(*)) FROM flights", "NESTED_AGGREGATE_FUNCTION", "1:12"),
        ("SELECT day FROM flights GROUP BY carrier", "MISSING_AGGREGATION", "1:8"),
        ("SELECT count(*) FROM flights GROUP BY 1", "GROUP_BY_AGGREGATE", None),
        ("SELECT carrier FROM flights ORDER BY 2", "INVALID_POSITION", "1:38"),
        ("SELECT sum(carrier) FROM flights", "DATATYPE_MISMATCH", None),
        ("SELECT carrier FROM flights WHERE day = :day", "UNBOUND_SQL_PARAMETER", "1:41"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(text: str, code: str, position: str | None) -> None:
    with pytest.raises(InvalidPlanError) as caught:
        query(text)
    assert caught.value.code == code
    assert "position" in caught.value.values
    assert position in (None, caught.value.values["position"])


@pytest.mark.parametrize(
    "text",
    [
        "SELECT carrier FROM flights WHERE",
        "SELECT carrier, FROM flights",
        "SELECT 1; SELECT 2",
        "SELECT 'open FROM flights",
        "SELECT (carrier FROM flights",
    ],
)
def test_a_text_that_is_no_query_is_a_syntax_error(text: str) -> None:
    with pytest.raises(SQLSyntaxError, match=r"position=\d+:\d+") as caught:
        query(text)
    assert caught.value.code == "PARSE_SYNTAX_ERROR"
    assert "<class" not in str(caught.value)


def test_args_are_values_and_never_text() -> None:
    injected = "x' OR 1=1 --"
    named = query(
        "SELECT 1 FROM flights WHERE carrier = :c AND distance > :d", {"c": injected, "d": 5}
    )
    assert named.plan.row_bounds == (injected.encode(), injected.encode() + b"\0")
    in_order = query("SELECT 1 FROM flights WHERE carrier = ? AND distance > ?", [injected, 5])
    assert in_order.plan.to_bytes() == named.plan.to_bytes()
    limited = query(
        "SELECT day FROM flights WHERE day > :day LIMIT :n", {"day": date(2013, 1, 1), "n": 3}
    )
    assert limited.plan.result_limit == 3
    text = "SELECT CASE ? WHEN 1 THEN ? WHEN 2 THEN ? END FROM flights LIMIT ? OFFSET ?"
    everywhere = query(text, [1, "one", "two", 7, 2])
    assert everywhere.explain() == (
        f"{SCAN} -> Project(CASE WHEN (1 = 1) THEN 'one' WHEN (1 = 2) THEN 'two' END) "
        "-> Limit(9)\nHere: Offset(2)"
    )


def test_names_and_types_are_known_before_it_runs() -> None:
    found = query("SELECT Carrier, sum(fare) AS total FROM flights GROUP BY carrier")
    assert repr(found) == "Query[Carrier: string, total: decimal(20,2)]"


def answered(text: str, rows: list[tuple[Any, ...]], *, ansi: bool = True) -> list[dict[str, Any]]:
    """The result of a query whose sub-plan gives these rows, of two regions."""
    plan = query(text, ansi=ansi).plan
    start, stop = plan.row_bounds or (b"", b"")
    middle = start + b"\0" if stop else b"M"
    frames = [frame(plan, start, middle, rows[::2]), frame(plan, middle, stop, rows[1::2])]
    return list(cluster(frames, ansi=ansi).sql(text))


def test_groups_are_merged_filtered_ordered_and_cut() -> None:
    rows = [(b"AA", 2, 10), (b"AA", 3, 20), (b"UA", 9, 1), (b"VX", 1, None), (b"B6", 7, 7)]
    assert answered(
        "SELECT carrier, count(*) AS n, sum(distance) * 2 / count(*) AS q FROM flights "
        "GROUP BY carrier HAVING count(*) > 1 ORDER BY n DESC LIMIT 2 OFFSET 1",
        rows,
    ) == [{"carrier": "B6", "n": 7, "q": 2.0}, {"carrier": "AA", "n": 5, "q": 12.0}]


def test_values_that_differ_are_counted_once_whatever_region_has_them() -> None:
    rows = [(b"AA", 1, 2), (b"AA", 1, 3), (b"AA", 2, 1), (b"AA", None, 4), (b"UA", None, 5)]
    text = "SELECT carrier c, count(DISTINCT distance) d, count(*) n FROM flights GROUP BY 1"
    assert answered(f"{text} ORDER BY 1", rows) == [
        {"c": "AA", "d": 2, "n": 10},
        {"c": "UA", "d": 0, "n": 5},
    ]


def test_an_aggregate_of_no_row_is_one_row() -> None:
    text = "SELECT count(DISTINCT carrier) d, coalesce(sum(distance), 0) s FROM flights"
    assert answered(text, []) == [{"d": 0, "s": 0}]
    assert answered("SELECT carrier FROM flights GROUP BY carrier", []) == []
    never = "SELECT count(*) n FROM flights WHERE carrier < 'a' AND carrier > 'b'"
    assert list(cluster([]).sql(never)) == [{"n": 0}]


@pytest.mark.parametrize(
    ("condition", "predicate"),
    [
        ("day < DATE '2024-01-31' + INTERVAL 1 MONTH", "day < 2024-02-29"),
        ("day >= DATE '2024-03-01' - INTERVAL 2 WEEKS", "day >= 2024-02-16"),
        ("day = DATE '2024-01-01' + 3", "day = 2024-01-04"),
        ("day + INTERVAL '1-2' YEAR TO MONTH > day", "add_months(day, 14) > day"),
        ("day - INTERVAL 3 DAYS > day", "date_add(day, -3) > day"),
        (
            "day - INTERVAL 36 HOURS > day",
            "add_interval(CAST(day AS timestamp), 0, -1, -43200000000) > CAST(day AS timestamp)",
        ),
        ("distance > '500'", "distance > 500"),
        ("delay < '1.5'", "delay < 1.5"),
        ("distance = ' 5'", "CAST(distance AS bigint) = CAST(' 5' AS bigint)"),
        ("distance + '1' = 2", "(CAST(distance AS bigint) + 1) = 2"),
    ],
)
def test_intervals_and_texts_next_to_other_types_are_read_as_spark_reads_them(
    condition: str, predicate: str
) -> None:
    plan = query(f"SELECT carrier FROM flights WHERE {condition}").plan
    assert f"Filter({predicate})" in plan.explain()


def test_what_the_time_is_does_not_change_inside_of_a_query() -> None:
    text = (
        "SELECT now(), current_timestamp, current_date, curdate(), current_timezone(), "
        "localtimestamp() FROM flights WHERE now() = current_timestamp()"
    )
    before = datetime.now(timezone.utc)
    found = query(text)
    assert [column.name for column in found.columns] == [
        "now()", "current_timestamp()", "current_date()", "curdate()", "current_timezone()",
        "localtimestamp()",
    ]  # fmt: skip
    values = [output.value for output in found.plan.operators[-1].expressions]
    assert values[0] == values[1] == values[5] and values[2] == values[3]
    now = datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(microseconds=values[0])
    assert before <= now <= datetime.now(timezone.utc)
    hbase = cluster()
    assert hbase.sql(text) is not hbase.sql(text)


def test_distinct_results_of_aggregates_are_there_once() -> None:
    rows = [(b"AA", 2), (b"UA", 2), (b"VX", 1)]
    text = "SELECT DISTINCT count(*) n FROM flights GROUP BY carrier ORDER BY n DESC"
    assert answered(text, rows) == [{"n": 2}, {"n": 1}]


def test_rows_are_ordered_by_what_is_not_selected() -> None:
    rows = [(b"AA", 5), (b"UA", None), (b"VX", 1)]
    text = "SELECT carrier FROM flights ORDER BY distance"
    assert [row["carrier"] for row in answered(text, rows)] == ["UA", "VX", "AA"]
    assert [row["carrier"] for row in answered(f"{text} DESC OFFSET 1", rows)] == ["VX", "UA"]


def test_decimals_are_exact_here_too() -> None:
    rows = [(1, False, 1), (2, False, 2)]
    text = "SELECT sum(fare) / 7 AS a, sum(fare) * 1.05 AS b, round(sum(fare), 1) AS c FROM flights"
    with_count = text.replace("FROM", ", count(*) AS n FROM")
    assert answered(with_count, rows) == [
        {"a": Decimal("0.0042857142857142857"), "b": Decimal("0.0315"), "c": Decimal("0.0"), "n": 3}
    ] or answered(with_count, rows)[0]["b"] == Decimal("0.0315")


def test_errors_of_arithmetic_are_those_of_the_mode() -> None:
    text = "SELECT sum(distance) / count(delay) AS q FROM flights"
    with pytest.raises(EvaluationError) as caught:
        answered(text, [(5, 0)])
    assert caught.value.code == "DIVIDE_BY_ZERO"
    assert answered(text, [(5, 0)], ansi=False) == [{"q": None}]
    large = "SELECT sum(distance) + 9223372036854775807 AS s FROM flights"
    with pytest.raises(EvaluationError, match="ARITHMETIC_OVERFLOW"):
        answered(large, [(1,)])
    assert answered(large, [(1,)], ansi=False) == [{"s": -(2**63)}]


def test_rows_by_name_need_names_that_differ() -> None:
    found = cluster([]).sql(
        "SELECT carrier, carrier FROM flights WHERE carrier < 'a' AND carrier > 'b'"
    )
    with pytest.raises(ValueError, match="AS"):
        iter(found)
    assert found.to_arrow().column_names == ["carrier", "carrier"]


def test_a_package_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = query("SELECT 1 FROM flights")
    monkeypatch.setattr("pyspark_hbase._execution.optional.find_spec", lambda name: None)
    for convert in (found.to_pandas, found.to_polars):
        with pytest.raises(Exception, match=r"pip install (pandas|polars); or use to_arrow"):
            convert()


def test_columns_that_spark_fills_up_are_refused() -> None:
    first, *others = FLIGHTS.columns
    table = replace(FLIGHTS, columns=(replace(first, is_padded=True), *others))
    for text in ("SELECT * FROM t", "SELECT count(*) FROM t WHERE carrier = 'A'"):
        planner = partial(Planner, text, None, lambda name: table, namespace="default")
        with pytest.raises(NeedsSparkError, match="a column of type CHAR"):
            planner(ansi=True, time_zone="UTC").plan()


def test_planning_asks_the_gateway_for_nothing_but_the_table() -> None:
    asked: list[str] = []
    planner = Planner(
        "SELECT carrier FROM ns.t", None, lambda name: asked.append(name) or FLIGHTS,  # type: ignore[func-returns-value]
        namespace="default", ansi=True, time_zone="UTC",
    )  # fmt: skip
    planner.plan()
    assert asked == ["ns.t"]


@pytest.mark.parametrize(
    ("column", "value"),
    [("day", 2932897), ("at", 253402300800000000), ("wall", -(1 << 62))],
)
def test_a_year_that_python_does_not_have_is_in_arrow_and_a_typed_error_elsewhere(
    column: str, value: int
) -> None:
    text = f"SELECT {column} FROM everything"
    answers = [frame(query(text).plan, b"", b"", [(value,)])]

    def ask() -> Query:
        return cluster(answers).sql(text)

    array = ask().to_arrow().column(0).combine_chunks()
    assert array.view(pa.int32() if column == "day" else pa.int64()).to_pylist() == [value]
    assert ask().to_polars().height == 1
    asks = [lambda: list(ask()), lambda: cluster(answers).rows(text)]
    if column == "day":
        asks.append(lambda: ask().to_pandas())
    else:
        assert len(ask().to_pandas()) == 1
    for each in asks:
        with pytest.raises(EvaluationError, match=f"column={column}") as caught:
            each()
        assert caught.value.code == "YEAR_OUT_OF_PYTHON_RANGE"
