"""Conditions, comparisons and choices over merged aggregates, in Spark's three-valued logic."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from pyspark_hbase._planning.typed import TypedCall
from pyspark_hbase._translation._compute import (
    EXACT,
    FLOATING,
    Builder,
    Compute,
    NotComputableError,
    Row,
)
from pyspark_hbase.types import TypeKind

_ORDERED: Final = (
    *EXACT, *FLOATING, TypeKind.BOOLEAN, TypeKind.STRING, TypeKind.BINARY, TypeKind.DATE,
    TypeKind.TIMESTAMP, TypeKind.TIMESTAMP_NTZ,
)  # fmt: skip


def _connective(*, neutral: bool) -> Builder:
    """AND, of the neutral value true, and OR: the first part of the other value decides."""

    def build(_: TypedCall, parts: list[Compute]) -> Compute:
        def run(row: Row) -> bool | None:
            found: bool | None = neutral
            for part in parts:
                value = part(row)
                if value is (not neutral):
                    return value
                found = None if value is None else found
            return found

        return run

    return build


def _strict(function: Callable[..., Any]) -> Builder:
    """Build a function that is NULL where an argument is."""

    def build(_: TypedCall, parts: list[Compute]) -> Compute:
        def run(row: Row) -> Any:
            values = [part(row) for part in parts]
            return None if None in values else function(*values)

        return run

    return build


def _compared(test: Callable[[int], bool]) -> Builder:
    def build(call: TypedCall, parts: list[Compute]) -> Compute:
        if call.arguments[0].type.kind not in _ORDERED:
            raise NotComputableError(f"comparison of {call.arguments[0].type}")
        left, right = parts

        def run(row: Row) -> bool | None:
            a, b = left(row), right(row)
            return None if a is None or b is None else test(order(a, b))

        return run

    return build


def order(left: Any, right: Any) -> int:
    """-1, 0 or 1 as Spark orders two values: NaN is above all others, -0.0 is 0.0."""
    if isinstance(left, float) and (math.isnan(left) or math.isnan(right)):
        return int(math.isnan(left)) - int(math.isnan(right))
    return int(left > right) - int(left < right)


def _equal_null_safe(_: TypedCall, parts: list[Compute]) -> Compute:
    left, right = parts

    def run(row: Row) -> bool:
        a, b = left(row), right(row)
        return a is b if a is None or b is None else order(a, b) == 0

    return run


def _in(_: TypedCall, parts: list[Compute]) -> Compute:
    def run(row: Row) -> bool | None:
        value, *others = [part(row) for part in parts]
        if value is None:
            return None
        if any(other is not None and order(value, other) == 0 for other in others):
            return True
        return None if None in others else False

    return run


def _is_null(is_null: bool) -> Builder:
    return lambda _, parts: lambda row: (parts[0](row) is None) == is_null


def _case_when(_: TypedCall, parts: list[Compute]) -> Compute:
    branches = list(zip(parts[0::2], parts[1::2], strict=False))
    otherwise = parts[-1] if len(parts) % 2 else lambda row: None

    def run(row: Row) -> Any:
        for condition, value in branches:
            if condition(row):
                return value(row)
        return otherwise(row)

    return run


def _coalesce(_: TypedCall, parts: list[Compute]) -> Compute:
    def run(row: Row) -> Any:
        return next((value for part in parts if (value := part(row)) is not None), None)

    return run


def _extreme(sign: int) -> Builder:
    def build(_: TypedCall, parts: list[Compute]) -> Compute:
        def run(row: Row) -> Any:
            best = None
            for part in parts:
                value = part(row)
                if value is not None and (best is None or order(value, best) == sign):
                    best = value
            return best

        return run

    return build


LOGIC: Final[dict[str, Builder]] = {
    "AND": _connective(neutral=True),
    "OR": _connective(neutral=False),
    "NOT": _strict(lambda value: not value),
    "IS_NULL": _is_null(True),
    "IS_NOT_NULL": _is_null(False),
    "EQUAL": _compared(lambda found: found == 0),
    "LESS_THAN": _compared(lambda found: found < 0),
    "LESS_THAN_OR_EQUAL": _compared(lambda found: found <= 0),
    "GREATER_THAN": _compared(lambda found: found > 0),
    "GREATER_THAN_OR_EQUAL": _compared(lambda found: found >= 0),
    "EQUAL_NULL_SAFE": _equal_null_safe,
    "IN": _in,
    "CASE_WHEN": _case_when,
    "COALESCE": _coalesce,
    "GREATEST": _extreme(1),
    "LEAST": _extreme(-1),
}
