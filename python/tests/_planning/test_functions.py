"""Names and types of functions; the types are what Spark 4.3 gives for the same SQL."""

from __future__ import annotations

import pytest
from flights import EVERYTHING

from pyspark_hbase import functions as f
from pyspark_hbase._planning.signatures import SIGNATURES
from pyspark_hbase._proto import sub_plan_pb2
from pyspark_hbase.errors import InvalidPlanError
from pyspark_hbase.expressions import Expression, FunctionCall, col
from pyspark_hbase.plan import SubPlan


@pytest.mark.parametrize(
    ("expression", "text", "data_type"),
    [
        (f.upper(f.trim("text")), "upper(trim(text))", "string"),
        (f.concat("text", "text"), "concat(text, text)", "string"),
        (f.concat("raw", "raw"), "concat(raw, raw)", "binary"),
        (f.concat_ws("-", "text"), "concat_ws('-', text)", "string"),
        (f.like("text", "a%"), "(text LIKE 'a%')", "boolean"),
        (f.md5("text"), "md5(CAST(text AS binary))", "string"),
        (f.instr("text", "a"), "position(text, 'a', 1)", "int"),
        (f.round_("price", 1), "round(price, 1)", "decimal(12,1)"),
        (f.round_("price", -3), "round(price, -3)", "decimal(11,0)"),
        (f.round_("number"), "round(number, 0)", "int"),
        (f.floor("price"), "floor(price)", "decimal(11,0)"),
        (f.ceil("real"), "ceil(CAST(real AS double))", "bigint"),
        (f.sqrt("number"), "sqrt(CAST(number AS double))", "double"),
        (f.power("wide", 2), "power(wide, 2.0)", "double"),
        (f.pmod("price", 3), "pmod(price, 3)", "decimal(3,2)"),
        (f.greatest("tiny", "big"), "greatest(CAST(tiny AS bigint), big)", "bigint"),
        (f.bit_count("small"), "bit_count(small)", "int"),
        (f.date_add("at", 1), "date_add(CAST(at AS date), 1)", "date"),
        (f.date_diff("day", "at"), "datediff(day, CAST(at AS date))", "int"),
        (f.date_format("day", "yyyy"), "date_format(CAST(day AS timestamp), 'yyyy')", "string"),
        (f.xxhash64("text", "number"), "xxhash64(42, text, number)", "bigint"),
        (f.timestamp_seconds("big"), "timestamp_seconds(big)", "timestamp"),
    ],
)
def test_functions_have_sparks_types_and_casts(
    expression: Expression, text: str, data_type: str
) -> None:
    typed = SubPlan.scan(EVERYTHING).select(expression).operators[0].expressions[0]  # type: ignore[union-attr]
    assert (str(typed), str(typed.type)) == (text, data_type)


def test_every_function_of_the_module_is_one_of_the_contract() -> None:
    known = set(sub_plan_pb2.Function.keys())
    assert set(SIGNATURES) < known
    two = ("bround", "round_", "trim")
    for name in ("abs_", "ceil", "lower", "reverse", "last_day", "unhex", *two):
        call = getattr(f, name)("column")
        assert isinstance(call, FunctionCall)
        assert call.function in known


def test_another_number_of_arguments_is_refused() -> None:
    with pytest.raises(InvalidPlanError, match="function=upper found=2") as caught:
        SubPlan.scan(EVERYTHING).select(FunctionCall("UPPER", (col("text"), col("text"))))
    assert caught.value.code == "WRONG_NUM_ARGS"
