"""The text of the contract's functions, in ``explain()`` and as names of columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_INFIX: Final = {
    "EQUAL": "=",
    "LESS_THAN": "<",
    "LESS_THAN_OR_EQUAL": "<=",
    "GREATER_THAN": ">",
    "GREATER_THAN_OR_EQUAL": ">=",
    "EQUAL_NULL_SAFE": "<=>",
    "AND": "AND",
    "OR": "OR",
    "ADD": "+",
    "SUBTRACT": "-",
    "MULTIPLY": "*",
    "DIVIDE": "/",
    "REMAINDER": "%",
    "INTEGRAL_DIVIDE": "div",
    "LIKE": "LIKE",
    "RLIKE": "RLIKE",
    "BITWISE_AND": "&",
    "BITWISE_OR": "|",
    "BITWISE_XOR": "^",
}
_TEMPLATES: Final = {
    "NOT": "(NOT {0})",
    "NEGATE": "(- {0})",
    "BITWISE_NOT": "~{0}",
    "IS_NULL": "({0} IS NULL)",
    "IS_NOT_NULL": "({0} IS NOT NULL)",
    "IN": "({0} IN ({1}))",
    "PLUS_INTERVAL": "({0} + interval({1}))",
}
_NAMES: Final = {
    "DAY_OF_MONTH": "day",
    "DAY_OF_WEEK": "dayofweek",
    "DAY_OF_YEAR": "dayofyear",
    "STARTS_WITH": "startswith",
    "ENDS_WITH": "endswith",
    "WEEK_OF_YEAR": "weekofyear",
    "TRIM_LEFT": "ltrim",
    "TRIM_RIGHT": "rtrim",
    "PAD_LEFT": "lpad",
    "PAD_RIGHT": "rpad",
    "CONCAT_WITH_SEPARATOR": "concat_ws",
    "BINARY_DIGITS": "bin",
    "BITWISE_COUNT": "bit_count",
    "SHIFT_LEFT": "shiftleft",
    "SHIFT_RIGHT": "shiftright",
    "SHIFT_RIGHT_UNSIGNED": "shiftrightunsigned",
    "LOGARITHM": "log",
    "DATE_DIFF": "datediff",
    "MURMUR3_HASH": "hash",
}


def render(function: str, arguments: Sequence[str]) -> str:
    """A call as Spark SQL would print it.

    >>> render("GREATER_THAN", ["qty", "5"])
    '(qty > 5)'
    >>> render("IN", ["carrier", "'AA'", "'UA'"])
    "(carrier IN ('AA', 'UA'))"
    """
    if function == "LIKE" and len(arguments) > len(("text", "pattern")):
        return "({} LIKE {} ESCAPE {})".format(*arguments)
    if function in _INFIX:
        return f"({f' {_INFIX[function]} '.join(arguments)})"
    if function in _TEMPLATES:
        return _TEMPLATES[function].format(arguments[0], ", ".join(arguments[1:]))
    if function == "CASE_WHEN":
        return _case_when(arguments)
    return f"{_NAMES.get(function, function.lower())}({', '.join(arguments)})"


def _case_when(arguments: Sequence[str]) -> str:
    pairs = zip(arguments[::2], arguments[1::2], strict=False)
    branches = "".join(f"WHEN {condition} THEN {value} " for condition, value in pairs)
    otherwise = f"ELSE {arguments[-1]} " if len(arguments) % 2 else ""
    return f"CASE {branches}{otherwise}END"
