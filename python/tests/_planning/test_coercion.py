"""Types of expressions; the expected ones are what Spark 4.3 prints for the same SQL."""

from __future__ import annotations

from datetime import date, datetime, timezone
from decimal import Decimal

import pytest
from flights import EVERYTHING

from pyspark_hbase._codec.python_values import from_internal
from pyspark_hbase._planning.literals import of_python
from pyspark_hbase._planning.typed import Typed
from pyspark_hbase.errors import InvalidPlanError
from pyspark_hbase.expressions import (
    Expression,
    coalesce,
    col,
    date_trunc,
    hour,
    integral_divide,
    lit,
    when,
    year,
)
from pyspark_hbase.plan import SubPlan


def typed(expression: Expression, *, ansi: bool = True, time_zone: str = "UTC") -> Typed:
    plan = SubPlan.scan(EVERYTHING, ansi=ansi, time_zone=time_zone).select(expression)
    return plan.operators[0].expressions[0]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        pytest.param(col("small") == 5, "(small = 5)", id="literal takes the column's type"),
        pytest.param(
            col("small") > 70000, "(CAST(small AS int) > 70000)", id="unless it is too big"
        ),
        pytest.param(
            col("big") == col("tiny"), "(big = CAST(tiny AS bigint))", id="integers widen"
        ),
        pytest.param(col("number") < 1.5, "(CAST(number AS double) < 1.5)", id="int and double"),
        pytest.param(col("real") == 0.5, "(real = 0.5)", id="exact float"),
        pytest.param(col("real") == 0.1, "(CAST(real AS double) = 0.1)", id="inexact float"),
        pytest.param(
            col("real") == col("number"),
            "(CAST(real AS double) = CAST(number AS double))",
            id="float and int",
        ),
        pytest.param(col("price") > 5, "(price > 5.00)", id="decimal and int literal"),
        pytest.param(
            col("price") > Decimal("0.001"),
            "(CAST(price AS decimal(13,3)) > 0.001)",
            id="decimal and finer literal",
        ),
        pytest.param(
            col("price") == col("number"),
            "(price = CAST(number AS decimal(12,2)))",
            id="decimal and int column",
        ),
        pytest.param(col("price") < 0.5, "(CAST(price AS double) < 0.5)", id="decimal and double"),
        pytest.param(
            col("number").isin(1, None, 3), "(number IN (1, NULL, 3))", id="NULL takes any type"
        ),
        pytest.param(
            col("tiny").isin(1, 300), "(CAST(tiny AS int) IN (1, 300))", id="all values or none"
        ),
        pytest.param(
            col("at") >= date(2013, 6, 1), "(at >= 2013-06-01 00:00:00+00:00)", id="date literal"
        ),
        pytest.param(col("day") < col("at"), "(CAST(day AS timestamp) < at)", id="date column"),
        pytest.param(col("wall") < col("at"), "(CAST(wall AS timestamp) < at)", id="wall clock"),
        pytest.param(year("at"), "year(CAST(at AS date))", id="year of a timestamp"),
        pytest.param(col("day") >= "2013-06-01", "(day >= 2013-06-01)", id="date and text"),
        pytest.param(
            col("wall") < "2013-06-01 12:30:00.25",
            "(wall < 2013-06-01 12:30:00.250000)",
            id="wall clock and text",
        ),
        pytest.param(
            col("day") == "soon", "(day = CAST('soon' AS date))", id="date and what is no date"
        ),
        pytest.param(
            col("day") == col("text"), "(day = CAST(text AS date))", id="date and column of texts"
        ),
        pytest.param(hour("day"), "hour(CAST(day AS timestamp))", id="hour of a date"),
        pytest.param(
            date_trunc("hour", "wall"),
            "date_trunc('hour', CAST(wall AS timestamp))",
            id="date_trunc of a wall clock",
        ),
    ],
)
def test_casts_are_inserted_where_spark_inserts_them(expression: Expression, text: str) -> None:
    assert str(typed(expression)) == text


@pytest.mark.parametrize(
    ("expression", "data_type"),
    [
        (col("tiny") + col("tiny"), "tinyint"),
        (col("tiny") + 1, "int"),
        (col("number") * col("big"), "bigint"),
        (col("number") / 2, "double"),
        (col("number") % col("small"), "int"),
        (integral_divide(col("tiny"), col("number")), "bigint"),
        (-col("small"), "smallint"),
        (abs(col("price")), "decimal(12,2)"),
        (col("real") + col("real"), "float"),
        (col("real") + col("wide"), "double"),
        (col("price") * col("price"), "decimal(25,4)"),
        (col("price") + col("price"), "decimal(13,2)"),
        (col("price") / col("price"), "decimal(27,15)"),
        (col("price") % col("price"), "decimal(12,2)"),
        (col("price") + 1, "decimal(13,2)"),
        (col("price") * col("number"), "decimal(23,2)"),
        (col("price") * 1.0, "double"),
        (col("price") * Decimal("1.50"), "decimal(16,4)"),
        (coalesce(col("tiny"), col("price")), "decimal(12,2)"),
        (when(col("flag"), col("number")).otherwise(col("big")), "bigint"),
        (when(col("flag"), None).otherwise("x"), "string"),
        (col("text").substr(1, 2), "string"),
        (col("text").contains("a"), "boolean"),
        (year("day"), "int"),
        (col("at").cast("date"), "date"),
    ],
)
def test_results_have_sparks_types(expression: Expression, data_type: str) -> None:
    assert str(typed(expression).type) == data_type


def test_without_ansi_float_holds_integers() -> None:
    expression = col("real") + col("number")
    assert str(typed(expression).type) == "double"
    assert str(typed(expression, ansi=False).type) == "float"


def test_a_wall_clock_literal_is_read_in_the_plans_time_zone() -> None:
    noon = datetime(2024, 7, 1, 12)
    assert str(typed(col("at") < noon, time_zone="America/New_York")) == (
        "(at < 2024-07-01 16:00:00+00:00)"
    )
    assert str(typed(col("wall") < noon, time_zone="America/New_York")) == (
        "(wall < 2024-07-01 12:00:00)"
    )
    aware = noon.replace(tzinfo=timezone.utc)
    assert str(typed(col("at") == aware)) == "(at = 2024-07-01 12:00:00+00:00)"


def test_what_depends_on_the_mode_or_the_zone_says_so() -> None:
    added = typed(col("big") + 1, ansi=False)
    assert (added.eval_mode, added.time_zone) == ("LEGACY", "")  # type: ignore[union-attr]
    cut = typed(hour("at"), time_zone="Asia/Tokyo")
    assert (cut.eval_mode, cut.time_zone) == (None, "Asia/Tokyo")  # type: ignore[union-attr]
    cast = typed(col("at").cast("string"), time_zone="Asia/Tokyo")
    assert (cast.eval_mode, cast.time_zone) == ("ANSI", "Asia/Tokyo")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "expression",
    [
        pytest.param(col("number").isin("5"), id="number among texts"),
        pytest.param(col("at") > coalesce(col("number"), lit(1)), id="time and number"),
        pytest.param(col("flag") == 1, id="boolean and number"),
        pytest.param(col("text") + "x", id="arithmetic of text"),
        pytest.param(~col("number"), id="negation of a number"),
        pytest.param(col("number") & col("flag"), id="conjunction of a number"),
        pytest.param(col("number").isin(), id="no value"),
        pytest.param(col("number").isin(col("big")), id="isin of a column"),
        pytest.param(lit(None) == lit(None), id="only NULL"),
        pytest.param(col("number").startswith("1"), id="prefix of a number"),
        pytest.param(hour("number"), id="hour of a number"),
        pytest.param(integral_divide(col("wide"), 2), id="div of a double"),
        pytest.param(
            col("price").cast("decimal(38,37)") == col("price").cast("decimal(38,0)"),
            id="decimals without a common type",
        ),
    ],
)
def test_types_that_do_not_go_together_are_refused(expression: Expression) -> None:
    with pytest.raises(InvalidPlanError) as caught:
        typed(expression)
    assert caught.value.code == "DATATYPE_MISMATCH"


def test_an_unknown_column_is_named_with_those_there_are() -> None:
    with pytest.raises(InvalidPlanError, match='column=nope columns="flag, tiny') as caught:
        typed(col("nope"))
    assert caught.value.code == "UNKNOWN_COLUMN"


def test_column_names_ignore_case() -> None:
    assert str(typed(col("FLAG"))) == "flag"


@pytest.mark.parametrize(
    "value",
    [
        Decimal("NaN"),
        Decimal("1e-39"),
        Decimal(10) ** 38,
        # Nobody waits for its billion digits.
        Decimal("1e999999999"),
    ],
)
def test_decimals_that_sql_does_not_have_are_refused(value: Decimal) -> None:
    with pytest.raises(InvalidPlanError) as caught:
        typed(lit(value))
    assert caught.value.code == "VALUE_OUT_OF_RANGE"


@pytest.mark.parametrize("value", ["0e999999999", "1e37", "0.00", "12.30"])
def test_decimals_are_exact_however_they_are_written(value: str) -> None:
    literal = of_python(Decimal(value))
    assert literal.value is not None
    assert from_internal(literal.value, literal.type) == Decimal(value)
