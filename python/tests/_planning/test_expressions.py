from __future__ import annotations

import pytest

from pyspark_hbase import types
from pyspark_hbase.expressions import (
    avg,
    coalesce,
    col,
    count,
    date_trunc,
    hour,
    integral_divide,
    length,
    lit,
    max_,
    substring,
    sum_,
    when,
)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (col("a") == 1, "(a = 1)"),
        (col("a") != "x", "(NOT (a = 'x'))"),
        (1 < col("a"), "(a > 1)"),
        (col("a").between(1, 2), "((a >= 1) AND (a <= 2))"),
        (col("a").eq_null_safe(None), "(a <=> NULL)"),
        ((col("a") > 1) | ~col("b"), "((a > 1) OR (NOT b))"),
        (True & col("b"), "(TRUE AND b)"),
        (2 * (col("a") + 1) - 3, "((2 * (a + 1)) - 3)"),
        (1 / -col("a") % 2, "((1 / (- a)) % 2)"),
        (abs(col("a")), "abs(a)"),
        (integral_divide(col("a"), 2), "(a div 2)"),
        (col("a").isin([1, 2]), "(a IN (1, 2))"),
        (col("a").isin("xy"), "(a IN ('xy'))"),
        (col("a").is_null(), "(a IS NULL)"),
        (col("a").startswith("x"), "startswith(a, 'x')"),
        (col("a").cast("decimal(12, 2)"), "CAST(a AS decimal(12,2))"),
        (col("a").cast(types.INT).alias("i"), "CAST(a AS int) AS i"),
        (coalesce(col("a"), lit(0)), "coalesce(a, 0)"),
        (length(substring("a", 1, 2)), "length(substring(a, 1, 2))"),
        (hour(date_trunc("day", "at")), "hour(date_trunc('day', at))"),
        (
            when(col("a") > 0, "p").when(col("a") < 0, "n"),
            "CASE WHEN (a > 0) THEN 'p' WHEN (a < 0) THEN 'n' END",
        ),
    ],
)
def test_an_expression_reads_as_sql(expression: object, text: str) -> None:
    assert str(expression) == text


def test_and_or_not_of_python_are_refused_with_what_to_use() -> None:
    with pytest.raises(TypeError, match="use & "):
        _ = col("a") > 1 and col("b") > 1


def test_values_of_other_classes_are_refused() -> None:
    with pytest.raises(TypeError, match="is a set; an expression takes"):
        _ = col("a") == {1}


def test_expressions_are_immutable() -> None:
    column = col("a")
    with pytest.raises(AttributeError):
        column.name = "b"  # type: ignore[attr-defined]


def test_conditions_of_an_aggregate_add_up() -> None:
    aggregate = count().filter(col("a") > 0).filter(col("b"))
    assert str(aggregate) == "count(1) FILTER (WHERE ((a > 0) AND b))"


@pytest.mark.parametrize(
    ("aggregate", "name"),
    [
        (count(), "count(1)"),
        (count("*"), "count(1)"),
        (count("a", "b"), "count(a, b)"),
        (sum_(col("a") + 1), "sum((a + 1))"),
        (max_("a").alias("top"), "top"),
        (avg("a").alias("m").filter(col("b")), "m"),
    ],
)
def test_a_result_column_has_its_alias_or_sparks_name(aggregate: object, name: str) -> None:
    assert aggregate.output_name == name  # type: ignore[attr-defined]
