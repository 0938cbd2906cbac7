"""Expressions of a query as trees, with the aggregates that stand inside them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlglot import exp

from pyspark_hbase.expressions import (
    AggregateExpression,
    Aliased,
    CaseWhen,
    CastTo,
    Constant,
    Expression,
    FunctionCall,
    Named,
)


@dataclass(frozen=True, eq=False, slots=True)
class Aggregated(Expression):
    """An aggregate inside an expression, until the statement is split."""

    call: AggregateExpression
    distinct: bool
    node: exp.Expr

    def __str__(self) -> str:
        if not self.distinct:
            return str(self.call)
        arguments = ", ".join(map(str, self.call.arguments))
        return f"{self.call.function.lower()}(DISTINCT {arguments})"


def parts_of(expression: Expression) -> tuple[Expression, ...]:
    """Return the parts of an expression."""
    match expression:
        case FunctionCall(_, arguments):
            return arguments
        case CastTo(child, _) | Aliased(child, _):
            return (child,)
        case CaseWhen():
            return expression.flattened().arguments
        case _:
            return ()


def aggregates_in(expression: Expression) -> list[Aggregated]:
    """The aggregates inside an expression."""
    if isinstance(expression, Aggregated):
        return [expression]
    return [found for part in parts_of(expression) for found in aggregates_in(part)]


def key_of(expression: Expression) -> tuple[Any, ...]:
    """Equal for expressions that are written alike, whatever the case of their names."""
    match expression:
        case Named(name):
            return ("column", name.lower())
        case Constant(value):
            return ("value", type(value).__name__, repr(value))
        case FunctionCall(function, arguments):
            return (function, *map(key_of, arguments))
        case CastTo(child, target):
            return ("cast", key_of(child), str(target))
        case Aliased(child, _):
            return key_of(child)
        case Aggregated(call, distinct, _):
            condition = None if call.condition is None else key_of(call.condition)
            return (call.function, distinct, condition, *map(key_of, call.arguments))
    raise TypeError(f"not an expression of a query: {expression!r}")
