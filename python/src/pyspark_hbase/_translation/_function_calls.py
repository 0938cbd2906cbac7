"""The functions of the contract by the names of SQL, as in Spark 4.3.

A name that is not here is refused, though Spark may have it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pyspark_hbase import types
from pyspark_hbase.expressions import (
    AggregateExpression,
    CastTo,
    Constant,
    Expression,
    FunctionCall,
)
from pyspark_hbase.types import DataType

Arguments = list[Expression]


@dataclass(frozen=True, slots=True)
class ScalarFunction:
    """A function of SQL; ``build`` takes from ``least`` to ``most`` arguments."""

    least: int
    most: int
    build: Callable[[Arguments], Expression]


_ANY: Final = 1_000
_LARGEST_INT: Final = 2**31 - 1


def _direct(function: str, least: int, most: int | None = None) -> ScalarFunction:
    return ScalarFunction(
        least,
        least if most is None else most,
        lambda arguments: FunctionCall(function, tuple(arguments)),
    )


def _with_defaults(function: str, least: int, *defaults: str | int) -> ScalarFunction:
    def build(arguments: Arguments) -> Expression:
        missing = least + len(defaults) - len(arguments)
        added = [Constant(value) for value in defaults[len(defaults) - missing :]]
        return FunctionCall(function, (*arguments, *added))

    return ScalarFunction(least, least + len(defaults), build)


def _cast(data_type: DataType) -> ScalarFunction:
    return ScalarFunction(1, 1, lambda arguments: CastTo(arguments[0], data_type))


def _log(arguments: Arguments) -> Expression:
    return FunctionCall("LN" if len(arguments) == 1 else "LOGARITHM", tuple(arguments))


def _nvl2(arguments: Arguments) -> Expression:
    is_there = FunctionCall("IS_NOT_NULL", (arguments[0],))
    return FunctionCall("CASE_WHEN", (is_there, arguments[1], arguments[2]))


def _nullif(arguments: Arguments) -> Expression:
    is_equal = FunctionCall("EQUAL", tuple(arguments))
    return FunctionCall("CASE_WHEN", (is_equal, Constant(None), arguments[0]))


def _left(arguments: Arguments) -> Expression:
    return FunctionCall("SUBSTRING", (arguments[0], Constant(1), arguments[1]))


def _locate(arguments: Arguments) -> Expression:
    start = arguments[2] if len(arguments) > len(("searched", "text")) else Constant(1)
    return FunctionCall("POSITION", (arguments[1], arguments[0], start))


def _hash(function: str, seed: Expression) -> ScalarFunction:
    return ScalarFunction(1, _ANY, lambda arguments: FunctionCall(function, (seed, *arguments)))


_SPARKS_SEED: Final = Constant(42)

_SAME_NAME_1: Final = """
    abs acos acosh asin asinh atan atanh cbrt cos cosh cot csc degrees exp expm1 factorial log10
    log1p log2 ln radians rint sec sin sinh sqrt tan tanh floor ceil
    upper lower length octet_length bit_length reverse ascii hex unhex md5 sha1 crc32
    year quarter month hour minute second weekday last_day timestamp_seconds timestamp_millis
"""
_SAME_NAME_2: Final = """
    atan2 hypot power pmod repeat find_in_set contains sha2 next_day trunc date_trunc date_add
    date_sub date_diff add_months date_format
"""
_SAME_NAME_3: Final = "split_part substring_index translate make_date"
_SAME_NAME_4: Final = "width_bucket"

FUNCTIONS: Final[dict[str, ScalarFunction]] = {
    **{name: _direct(name.upper(), 1) for name in _SAME_NAME_1.split()},
    **{name: _direct(name.upper(), 2) for name in _SAME_NAME_2.split()},
    **{name: _direct(name.upper(), 3) for name in _SAME_NAME_3.split()},
    **{name: _direct(name.upper(), 4) for name in _SAME_NAME_4.split()},
    "bin": _direct("BINARY_DIGITS", 1),
    "bit_count": _direct("BITWISE_COUNT", 1),
    "bround": _with_defaults("BROUND", 1, 0),
    "btrim": _direct("TRIM", 1, 2),
    "ceiling": _direct("CEIL", 1),
    "char_length": _direct("LENGTH", 1),
    "character_length": _direct("LENGTH", 1),
    "coalesce": _direct("COALESCE", 1, _ANY),
    "concat": _direct("CONCAT", 1, _ANY),
    "concat_ws": _direct("CONCAT_WITH_SEPARATOR", 2, _ANY),
    "date": _cast(types.DATE),
    "dateadd": _direct("DATE_ADD", 2),
    "datediff": _direct("DATE_DIFF", 2),
    "day": _direct("DAY_OF_MONTH", 1),
    "dayofmonth": _direct("DAY_OF_MONTH", 1),
    "dayofweek": _direct("DAY_OF_WEEK", 1),
    "dayofyear": _direct("DAY_OF_YEAR", 1),
    "endswith": _direct("ENDS_WITH", 2),
    "greatest": _direct("GREATEST", 2, _ANY),
    "hash": _hash("MURMUR3_HASH", _SPARKS_SEED),
    "ifnull": _direct("COALESCE", 2),
    "instr": _with_defaults("POSITION", 2, 1),
    "isnotnull": _direct("IS_NOT_NULL", 1),
    "isnull": _direct("IS_NULL", 1),
    "lcase": _direct("LOWER", 1),
    "least": _direct("LEAST", 2, _ANY),
    "left": ScalarFunction(2, 2, _left),
    "len": _direct("LENGTH", 1),
    "like": _direct("LIKE", 2),
    "locate": ScalarFunction(2, 3, _locate),
    "log": ScalarFunction(1, 2, _log),
    "lpad": _with_defaults("PAD_LEFT", 2, " "),
    "ltrim": _direct("TRIM_LEFT", 1),
    "mod": _direct("REMAINDER", 2),
    "negative": _direct("NEGATE", 1),
    "nullif": ScalarFunction(2, 2, _nullif),
    "nvl": _direct("COALESCE", 2),
    "nvl2": ScalarFunction(3, 3, _nvl2),
    "overlay": _with_defaults("OVERLAY", 3, -1),
    "position": ScalarFunction(2, 3, _locate),
    "pow": _direct("POWER", 2),
    "regexp_like": _direct("RLIKE", 2),
    "replace": _with_defaults("REPLACE", 2, ""),
    "rlike": _direct("RLIKE", 2),
    "round": _with_defaults("ROUND", 1, 0),
    "rpad": _with_defaults("PAD_RIGHT", 2, " "),
    "rtrim": _direct("TRIM_RIGHT", 1),
    "sha": _direct("SHA1", 1),
    "shiftleft": _direct("SHIFT_LEFT", 2),
    "shiftright": _direct("SHIFT_RIGHT", 2),
    "shiftrightunsigned": _direct("SHIFT_RIGHT_UNSIGNED", 2),
    "sign": _direct("SIGNUM", 1),
    "signum": _direct("SIGNUM", 1),
    "startswith": _direct("STARTS_WITH", 2),
    "substr": _with_defaults("SUBSTRING", 2, _LARGEST_INT),
    "substring": _with_defaults("SUBSTRING", 2, _LARGEST_INT),
    "to_date": _cast(types.DATE),
    "trim": _direct("TRIM", 1),
    "ucase": _direct("UPPER", 1),
    "weekofyear": _direct("WEEK_OF_YEAR", 1),
    "xxhash64": _hash("XXHASH64", CastTo(_SPARKS_SEED, types.BIGINT)),
    **{
        name: _cast(DataType.parse(name))
        for name in "boolean tinyint smallint int bigint float double string binary".split()
    },
}

FIELDS: Final = {
    "YEAR": "YEAR",
    "QUARTER": "QUARTER",
    "MONTH": "MONTH",
    "DAY": "DAY_OF_MONTH",
    "DAYOFWEEK": "DAY_OF_WEEK",
    "DOY": "DAY_OF_YEAR",
    "WEEK": "WEEK_OF_YEAR",
    "HOUR": "HOUR",
    "MINUTE": "MINUTE",
}
"""The fields of EXTRACT; its SECOND has a fraction, which is no function here."""


def _count_if(arguments: Arguments) -> AggregateExpression:
    counted = FunctionCall("CASE_WHEN", (arguments[0], Constant(1)))
    return AggregateExpression("COUNT", (counted,))


def _of_flags(function: str) -> Callable[[Arguments], AggregateExpression]:
    # The conjunction refuses what is not a condition, and changes nothing else.
    return lambda arguments: AggregateExpression(
        function, (FunctionCall("AND", (arguments[0], Constant(True))),)
    )


def _aggregate(function: str) -> Callable[[Arguments], AggregateExpression]:
    return lambda arguments: AggregateExpression(function, tuple(arguments))


AGGREGATES: Final[dict[str, Callable[[Arguments], AggregateExpression]]] = {
    "count": _aggregate("COUNT"),
    "sum": _aggregate("SUM"),
    "avg": _aggregate("AVG"),
    "mean": _aggregate("AVG"),
    "min": _aggregate("MIN"),
    "max": _aggregate("MAX"),
    "count_if": _count_if,
    "bool_and": _of_flags("MIN"),
    "every": _of_flags("MIN"),
    "bool_or": _of_flags("MAX"),
    "some": _of_flags("MAX"),
    "stddev": _aggregate("STDDEV_SAMP"),
    "std": _aggregate("STDDEV_SAMP"),
    "stddev_samp": _aggregate("STDDEV_SAMP"),
    "stddev_pop": _aggregate("STDDEV_POP"),
    "variance": _aggregate("VAR_SAMP"),
    "var_samp": _aggregate("VAR_SAMP"),
    "var_pop": _aggregate("VAR_POP"),
    "approx_count_distinct": _aggregate("APPROX_COUNT_DISTINCT"),
}
"""The aggregates; all but COUNT have one argument."""
