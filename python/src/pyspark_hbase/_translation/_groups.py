"""A query with groups, cut in two: what region servers aggregate, and what is made of that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from sqlglot import exp

from pyspark_hbase import types
from pyspark_hbase._planning.coercion import Resolver
from pyspark_hbase._planning.operators import OutputColumn
from pyspark_hbase._planning.typed import TypedColumn
from pyspark_hbase._translation._evaluate import is_computable
from pyspark_hbase._translation._text import Source
from pyspark_hbase._translation._trees import Aggregated, key_of, parts_of
from pyspark_hbase.errors import InvalidPlanError
from pyspark_hbase.expressions import (
    AggregateExpression,
    CaseWhen,
    CastTo,
    Constant,
    Expression,
    FunctionCall,
    Named,
    count,
)
from pyspark_hbase.plan import SubPlan
from pyspark_hbase.types import TypeKind

_FLOATING: Final = (TypeKind.FLOAT, TypeKind.DOUBLE)


class UniqueNames:
    """Names of the columns between a sub-plan and its finish; no two are alike."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def new(self, wanted: str) -> str:
        name, number = wanted, 1
        while name.lower() in self._taken:
            number += 1
            name = f"{wanted}#{number}"
        self._taken.add(name.lower())
        return name


class Split:
    """Cuts expressions of a query with groups in two: what is merged, and what is done with it."""

    def __init__(self, source: Source, resolver: Resolver, groups: list[Expression]) -> None:
        self._source = source
        self._resolver = resolver
        self._names = UniqueNames()
        self._groups: dict[tuple[Any, ...], tuple[Expression, str]] = {}
        self._calls: dict[tuple[Any, ...], tuple[AggregateExpression, str]] = {}
        self._distinct: Aggregated | None = None
        self._distinct_name = ""
        for group in groups:
            self._group(group)

    @property
    def counted(self) -> int:
        """The number of last group columns that are arguments of count(DISTINCT ...)."""
        return 0 if self._distinct is None else len(self._distinct.call.arguments)

    def _group(self, expression: Expression) -> str:
        key = key_of(expression)
        if key not in self._groups:
            self._groups[key] = (expression, self._names.new(str(expression)))
        return self._groups[key][1]

    def lower(  # noqa: PLR0911  (one for each kind)
        self, expression: Expression, node: exp.Expr
    ) -> Expression:
        """The expression over the columns of :meth:`resolver_above`."""
        if key_of(expression) in self._groups:
            return Named(self._group(expression))
        if isinstance(expression, Aggregated):
            return Named(self._aggregate(expression))
        if isinstance(expression, Named):
            raise InvalidPlanError(
                "MISSING_AGGREGATION",
                "The column is neither grouped by nor inside an aggregate; add it to GROUP BY.",
                column=expression.name,
                position=self._source.position(node),
            )
        if self._is_made_of_groups(expression) and not self._is_computed_here(expression):
            # A function of the groups makes no more groups: region servers compute it.
            return Named(self._group(expression))
        parts = tuple(self.lower(part, node) for part in parts_of(expression))
        match expression:
            case FunctionCall():
                return replace(expression, arguments=parts)
            case CastTo():
                return replace(expression, child=parts[0])
            case CaseWhen():
                return FunctionCall("CASE_WHEN", parts)
            case _:
                return expression

    def _aggregate(self, aggregate: Aggregated) -> str:
        if aggregate.distinct:
            return self._count_distinct(aggregate)
        key = key_of(aggregate)
        if key not in self._calls:
            self._calls[key] = (aggregate.call, self._names.new(str(aggregate)))
        return self._calls[key][1]

    def _count_distinct(self, aggregate: Aggregated) -> str:
        if self._distinct is None:
            self._distinct = aggregate
            self._distinct_name = self._names.new(str(aggregate))
        elif key_of(self._distinct) != key_of(aggregate):
            self._source.refuse(aggregate.node, "DISTINCT aggregates of several arguments")
        return self._distinct_name

    def _is_made_of_groups(self, expression: Expression) -> bool:
        """Whether equal groups have equal values: 0.0 and -0.0 are one group, but not all alike."""
        if key_of(expression) in self._groups:
            return self._resolver.typed(expression).type.kind not in _FLOATING
        if isinstance(expression, Aggregated | Named):
            return False
        parts = parts_of(expression)
        return bool(parts) and all(
            isinstance(part, Constant) or self._is_made_of_groups(part) for part in parts
        )

    def _is_computed_here(self, expression: Expression) -> bool:
        try:
            return is_computable(self._resolver.typed(expression))
        except InvalidPlanError:
            # It is typed again where its error is reported.
            return True

    def apply(self, plan: SubPlan) -> SubPlan:
        """The sub-plan with its aggregation."""
        groups = [expression.alias(name) for expression, name in self._groups.values()]
        if self._distinct is not None:
            arguments = self._distinct.call.arguments
            groups += [each.alias(self._names.new(str(each))) for each in arguments]
        calls = [call.alias(name) for call, name in self._calls.values()]
        if not groups and not calls:
            calls = [count().alias(self._names.new("count(1)"))]
        return plan.group_by(*groups).agg(*calls)

    def resolver_above(self, plan: SubPlan) -> Resolver:
        """Types expressions over merged groups: the groups, then the results of aggregates."""
        width = len(self._groups)
        columns = list(plan.output)
        columns[width : width + self.counted] = (
            [OutputColumn(self._distinct_name, types.BIGINT)] if self._distinct is not None else []
        )
        return Resolver(typed_columns(columns), plan.ansi, plan.time_zone)


def typed_columns(outputs: Sequence[OutputColumn]) -> tuple[TypedColumn, ...]:
    """The columns of a result, as expressions over it refer to them."""
    return tuple(TypedColumn(each.type, i, each.name) for i, each in enumerate(outputs))
