"""Explains the format ``hbase_thrift``, whose scans have no report of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from pyspark_hbase._explain.model import Predicate, ScanExplanation
from pyspark_hbase._explain.scans import (
    ScanNode,
    each_of,
    executed_plan,
    is_batch_scan,
    kind_of,
    walked,
)
from pyspark_hbase._explain.steps import Step

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_FORMAT: Final = "hbase_thrift"
_REASON: Final = "checked in the region servers, through the Thrift gateway"
_UNSEEN: Final = ("Adaptive", "QueryStage", "AQEShuffle", "Reused", "WholeStage", "InputAdapter")


def thrift_scans(frame: DataFrame) -> tuple[ScanExplanation, ...]:
    """Explain the scans of the format: without regions and counters, which no plan shows."""
    options = dict(_options(frame._jdf.queryExecution().optimizedPlan()))
    found: dict[str, ScanExplanation] = {}
    for each in walked(executed_plan(frame)):
        if is_batch_scan(each.node) and str(each.node.table().name()) == _FORMAT:
            found.setdefault(_id(each.node), _explained(each, options))
    return tuple(found.values())


def _id(node: Any) -> str:
    return str([str(column.exprId()) for column in each_of(node.output())])


def _options(plan: Any) -> Iterator[tuple[int, Any]]:
    """The options of each relation of the plan, by the identity of its table."""
    if kind_of(plan) == "DataSourceV2ScanRelation":
        relation = plan.relation()
        yield _identity(relation.table()), relation.options()
    for child in each_of(plan.children()):
        yield from _options(child)


def _identity(table: Any) -> int:
    return int(table.hashCode())


def _explained(scan: ScanNode, options: dict[int, Any]) -> ScanExplanation:
    given = options.get(_identity(scan.node.table()))
    table = str(given.get("table")) if given is not None else _FORMAT
    gateway = str(given.get("gateway")) if given is not None else "a Thrift gateway"
    pushed = _pushed(scan.node)
    in_spark = tuple(_steps(scan.above))
    columns = ", ".join(str(column.name()) for column in each_of(scan.node.output()))
    work = [Step("server", f"Filter({' AND '.join(pushed)})", _REASON)] if pushed else []
    return ScanExplanation(
        table=table,
        hbase_table=f"the one of {table}, through {gateway}",
        row_keys="all that can pass the filters; the format does not tell Spark which",
        ranges=(),
        range_values=(),
        range_count=0,
        region_count="unknown before the tasks run: each region is a task",
        regions=None,
        other_regions=0,
        runs_in="region servers, which filter and cut columns; Spark does the rest",
        runs_in_servers=True,
        predicates=(
            *(Predicate("server", text, _REASON) for text in pushed),
            *(
                Predicate("Spark", condition, "the format hbase_thrift does not take it")
                for step in in_spark
                for condition in step.conditions
            ),
        ),
        sub_plan=(*(step.text for step in work), f"Scan({table}: {columns})"),
        steps=(*in_spark, *work, Step("key range", f"Columns({columns})", f"through {gateway}")),
        counters=(),
        zones=(),
        statistics=None,
    )


def _pushed(node: Any) -> list[str]:
    """Filters that the source took, in the words of Spark's own EXPLAIN."""
    told = node.scan().getMetaData().get("PushedFilters")
    return listed_filters(str(told.get())) if told.isDefined() else []


def listed_filters(text: str) -> list[str]:
    """Split a list as Spark writes it, not inside of parentheses.

    >>> listed_filters("[IsNotNull(a), In(a, [1,2]), Not(In(b, [x, y]))]")
    ['IsNotNull(a)', 'In(a, [1,2])', 'Not(In(b, [x, y]))']
    """
    parts, depth = [""], 0
    for character in text[1:-1]:
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def _steps(nodes: tuple[Any, ...]) -> Iterator[Step]:
    for node in nodes:
        kind = kind_of(node)
        if kind == "FilterExec":
            condition = str(node.condition().sql())
            yield Step("Spark", f"Filter({condition})", "", conditions=(condition,))
        elif kind != "ProjectExec" and not any(unseen in kind for unseen in _UNSEEN):
            yield Step("Spark", str(node.nodeName()), "")
