"""Tests of expressions over merged aggregates; the expected values are Spark 4.3's."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any

import pytest

from pyspark_hbase import functions as f
from pyspark_hbase import types
from pyspark_hbase._codec.python_values import Value, from_internal, to_internal
from pyspark_hbase._planning.coercion import Resolver
from pyspark_hbase._planning.typed import TypedColumn
from pyspark_hbase._translation._compute import NotComputableError
from pyspark_hbase._translation._evaluate import compute
from pyspark_hbase.errors import EvaluationError
from pyspark_hbase.expressions import Expression, coalesce, col, integral_divide, lit, when

COLUMNS = (
    TypedColumn(types.BIGINT, 0, "n"),
    TypedColumn(types.DOUBLE, 1, "x"),
    TypedColumn(types.decimal(20, 2), 2, "d"),
    TypedColumn(types.STRING, 3, "s"),
    TypedColumn(types.BOOLEAN, 4, "b"),
    TypedColumn(types.TINYINT, 5, "t"),
    TypedColumn(types.decimal(38, 10), 6, "w"),
)
NAN = math.nan


def value(expression: Expression, *, ansi: bool = True, **columns: Any) -> tuple[Value | None, str]:
    typed = Resolver(COLUMNS, ansi, "UTC").typed(expression)
    row = [
        None
        if (v := columns.get(c.name)) is None or isinstance(v, bool)
        else to_internal(v, c.type)
        for c in COLUMNS
    ]
    row[4] = columns.get("b")
    found = compute(typed)(row)
    internal = (
        found if found is None or isinstance(found, bool) else from_internal(found, typed.type)
    )
    return internal, str(typed.type)


@pytest.mark.parametrize(
    ("expression", "columns", "expected", "data_type"),
    [
        (col("n") / 4, {"n": 10}, 2.5, "double"),
        (col("n") % 4, {"n": -10}, -2, "bigint"),
        (integral_divide(col("n"), 4), {"n": -10}, -2, "bigint"),
        (-col("n"), {"n": 3}, -3, "bigint"),
        (col("n") + Decimal("0.5"), {"n": 3}, Decimal("3.5"), "decimal(22,1)"),
        (col("d") / 3, {"d": Decimal(10)}, Decimal("3.333333"), "decimal(24,6)"),
        (col("d") / -3, {"d": Decimal(20)}, Decimal("-6.666667"), "decimal(24,6)"),
        (col("d") * Decimal("1.05"), {"d": Decimal("0.01")}, Decimal("0.0105"), "decimal(24,4)"),
        (col("w") * col("w"), {"w": Decimal("1.5")}, Decimal("2.250000"), "decimal(38,6)"),
        (col("w") * col("w"), {"w": Decimal("0.0007071068")}, Decimal("0.000001"), "decimal(38,6)"),
        (col("d") % 3, {"d": Decimal("-7.25")}, Decimal("-1.25"), "decimal(3,2)"),
        (col("x") % 3, {"x": -7.5}, -1.5, "double"),
        (f.round_("x", 1), {"x": 0.25}, 0.3, "double"),
        (f.round_("x", 1), {"x": -0.04}, 0.0, "double"),
        (f.round_("x", -1), {"x": 15.0}, 20.0, "double"),
        (f.bround("x"), {"x": 2.5}, 2.0, "double"),
        (f.round_("d", 1), {"d": Decimal("-0.25")}, Decimal("-0.3"), "decimal(20,1)"),
        (f.round_("n", -2), {"n": 150}, 200, "bigint"),
        (f.floor("x"), {"x": -0.5}, -1, "bigint"),
        (f.ceil("x"), {"x": -0.5}, 0, "bigint"),
        (f.floor("x"), {"x": NAN}, 0, "bigint"),
        (f.ceil("d"), {"d": Decimal("1.01")}, Decimal(2), "decimal(19,0)"),
        (f.abs_("t"), {"t": -127}, 127, "tinyint"),
        (col("x") > 1e300, {"x": NAN}, True, "boolean"),
        (col("x") == lit(NAN), {"x": NAN}, True, "boolean"),
        (col("x") == 0.0, {"x": -0.0}, True, "boolean"),
        (col("x").isin(1.0, 2.0), {"x": 3.0}, False, "boolean"),
        (col("x").isin(1.0, None), {"x": 3.0}, None, "boolean"),
        (col("s") < "b", {"s": "ab"}, True, "boolean"),
        (col("n").eq_null_safe(None), {}, True, "boolean"),
        (col("n").is_null() | (col("n") > 3), {}, True, "boolean"),
        (col("b") & (col("n") > 3), {"b": False}, False, "boolean"),
        (col("b") & (col("n") > 3), {"b": True}, None, "boolean"),
        (~col("b"), {"b": True}, False, "boolean"),
        (when(col("n") > 1, "many").otherwise("one"), {"n": 1}, "one", "string"),
        (when(col("n") > 1, "many"), {"n": 1}, None, "string"),
        (coalesce(col("n"), lit(0)), {}, 0, "bigint"),
        (f.greatest("n", "t"), {"n": -1, "t": 5}, 5, "bigint"),
        (col("n").cast("string"), {"n": -12}, "-12", "string"),
        (col("d").cast("double"), {"d": Decimal("0.1")}, 0.1, "double"),
    ],
)
def test_values_are_sparks(
    expression: Expression, columns: dict[str, Any], expected: Any, data_type: str
) -> None:
    found, found_type = value(expression, **columns)
    assert (found, found_type) == (expected, data_type)
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("expression", "columns", "code", "legacy"),
    [
        (col("n") / 0, {"n": 1}, "DIVIDE_BY_ZERO", None),
        (col("n") % 0, {"n": 1}, "REMAINDER_BY_ZERO", None),
        (col("d") / 0, {"d": Decimal(1)}, "DIVIDE_BY_ZERO", None),
        (col("n") + 1, {"n": 2**63 - 1}, "ARITHMETIC_OVERFLOW", -(2**63)),
        (-col("t"), {"t": -128}, "ARITHMETIC_OVERFLOW", -128),
        (
            col("w") * col("w"),
            {"w": Decimal(10) ** 27},
            "NUMERIC_VALUE_OUT_OF_RANGE",
            None,
        ),
        (f.floor("x"), {"x": 1e30}, "ARITHMETIC_OVERFLOW", 2**63 - 1),
    ],
)
def test_errors_of_ansi_mode_are_nulls_or_wrap_without_it(
    expression: Expression, columns: dict[str, Any], code: str, legacy: Any
) -> None:
    with pytest.raises(EvaluationError) as caught:
        value(expression, **columns)
    assert caught.value.code == code
    assert value(expression, ansi=False, **columns)[0] == legacy


def test_a_divisor_of_zero_below_null_is_no_error() -> None:
    assert value(col("n") / 0)[0] is None


@pytest.mark.parametrize("expression", [f.sqrt("n"), f.upper("s"), col("x").cast("string")])
def test_other_functions_are_not_computed_here(expression: Expression) -> None:
    with pytest.raises(NotComputableError):
        value(expression)
