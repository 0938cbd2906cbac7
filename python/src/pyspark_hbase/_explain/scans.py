"""Scans of HBase in an executed query, read from Spark's physical plan."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from pyspark.sql import DataFrame

from pyspark_hbase._explain.model import Counter
from pyspark_hbase._explain.steps import Refusal

_NOT_YET_PLANNED: Final = "SubqueryAdaptiveBroadcastExec"
"""The broadcast of a join that adaptive execution will put elsewhere: it is in the plan twice."""

_BUILD_ROWS: Final = "hbaseBuildRows"
"""Metric of a join that may run in region servers: 0 where it ran in Spark."""


@dataclass(frozen=True, slots=True)
class ScanNode:
    """A node of a physical plan that reads a table, and where it stands."""

    node: Any
    above: tuple[Any, ...]
    """Nodes from the root of the plan, or of a subquery, down to the scan's parent."""
    is_aside: bool = False
    """Whether only a subquery, or a runtime filter, of the plan reads it here."""

    @property
    def feeds_join_in_servers(self) -> bool:
        """Whether its rows travel to the region servers in the sub-plan of another scan."""
        return any(kind_of(node) == "BroadcastJoinExec" for node in self.above)


@dataclass(frozen=True, slots=True)
class HBaseScan:
    """One scan of one table.

    ``metrics`` are those of Spark's SQL tab, by name: ``hbaseServerRowsScanned``,
    ``hbaseLocalRowsScanned``, ``hbaseRowsReceived``, ``hbaseBytesReceived`` and others.
    """

    hbase_table: str
    description: str
    columns: tuple[str, ...]
    """The columns of the rows that come to Spark."""
    operators: tuple[str, ...]
    """The operators in the region servers, in order; empty where they only pick columns."""
    refusals: tuple[Refusal, ...]
    sub_plan: bytes
    """The serialized ``SubPlan`` that every region gets."""
    metrics: dict[str, int]

    @property
    def pushed(self) -> str:
        """The operators of the sub-plan as EXPLAIN shows them, without what it says of row keys."""
        return " -> ".join(self.operators) or f"Columns({', '.join(self.columns)})"

    @property
    def refused(self) -> str:
        """The parts that stay in Spark, with the reasons; empty when none does."""
        return "; ".join(map(str, self.refusals))


def hbase_scans(frame: DataFrame) -> list[HBaseScan]:
    """The HBase scans of ``frame``, which must have run: its plan and its counters are final then.

    A scan that two parts of the query share appears once.
    """
    return [
        _scan(each.node.scan(), {counter.name: counter.value for counter in counters_of(each.node)})
        for each in scan_nodes(frame)
    ]


def scan_nodes(frame: DataFrame) -> list[ScanNode]:
    """Nodes of the physical plan that read HBase tables; after a run those that ran."""
    return _scans_of(executed_plan(frame))


def planned_nodes(frame: DataFrame) -> list[ScanNode]:
    """Return the scans before adaptive execution drops scans whose rows turn out to be none."""
    plan = executed_plan(frame)
    return _scans_of(plan.initialPlan() if kind_of(plan) == "AdaptiveSparkPlanExec" else plan)


def executed_plan(frame: DataFrame) -> Any:
    """The root of the physical plan."""
    return frame._jdf.queryExecution().executedPlan()


def _scans_of(plan: Any) -> list[ScanNode]:
    found: dict[int, ScanNode] = {}
    for each in walked(plan):
        if _is_hbase_scan(each.node):
            known = found.setdefault(_counter_id(each.node), each)
            # Shown where the rows go, not where only their keys do.
            if known.is_aside and not each.is_aside:
                found[_counter_id(each.node)] = each
    return list(found.values())


def is_batch_scan(node: Any) -> bool:
    """Whether a node reads a table of a connector."""
    return kind_of(node) == "BatchScanExec"


def _is_hbase_scan(node: Any) -> bool:
    return is_batch_scan(node) and kind_of(node.scan()) == "SubPlanScan"


def kind_of(of: Any) -> str:
    """The name of a Java object's class, without its package."""
    return str(of.getClass().getSimpleName())


def _counter_id(node: Any) -> int:
    """One of a counter of the node: nodes that run together count together."""
    return int(node.metrics().values().head().id())


def counters_of(node: Any) -> tuple[Counter, ...]:
    """Return the counters of an HBase scan, zeros before it has run.

    They are in the connector's order: "of these" refers to the counter before.
    """
    lines = str(node.scan().counters(node)).splitlines()
    return tuple(
        Counter(name, text, int(value))
        for name, text, value in (line.split("\t") for line in lines)
    )


def _scan(planned: Any, metrics: dict[str, int]) -> HBaseScan:
    scan = planned.known()
    report = scan.report()
    return HBaseScan(
        hbase_table=str(scan.table().hbaseTable()),
        description=str(scan.description()),
        columns=tuple(str(name) for name in scan.readSchema().fieldNames()),
        operators=tuple(str(operator) for operator in each_of(report.operators())),
        refusals=tuple(Refusal(each.what(), each.why()) for each in each_of(report.refusals())),
        sub_plan=bytes(scan.subPlan().toByteArray()),
        metrics=metrics,
    )


def each_of(sequence: Any) -> Iterator[Any]:
    """The elements of a sequence of Scala's."""
    return (sequence.apply(i) for i in range(sequence.size()))


def walked(plan: Any) -> Iterator[ScanNode]:
    """Every node of a physical plan, the stages of adaptive execution and subqueries included.

    Of a join that ran in the region servers, or in Spark, the plan that did not run is left out.
    """
    return _walk(plan, (), is_aside=False, may_be_idle=False)


def _walk(
    plan: Any, above: tuple[Any, ...], *, is_aside: bool, may_be_idle: bool
) -> Iterator[ScanNode]:
    yield ScanNode(plan, above, is_aside)
    kind, path = kind_of(plan), (*above, plan)
    if kind == "AdaptiveSparkPlanExec":
        # A runtime filter that took its values from elsewhere leaves a plan that never ran.
        if not (may_be_idle and plan.simpleString(1).endswith("isFinalPlan=false")):
            yield from _walk(plan.executedPlan(), path, is_aside=is_aside, may_be_idle=False)
    elif kind.endswith("QueryStageExec"):
        yield from _walk(plan.plan(), path, is_aside=is_aside, may_be_idle=False)
    elif kind == "ReusedExchangeExec":
        # Adaptive execution may drop the place where the exchange stood first.
        yield from _walk(plan.child(), path, is_aside=is_aside, may_be_idle=False)
    elif kind == "BroadcastJoinExec":
        yield from _walk_join(plan, above, is_aside=is_aside)
        return
    for i, child in enumerate(each_of(plan.children())):
        # The second child of this one is the other side of its join, which is there again.
        of_keys = kind == "RuntimeKeyFilterExec" and i == 1
        yield from _walk(child, path, is_aside=is_aside or of_keys, may_be_idle=False)
    for subquery in each_of(plan.subqueries()):
        if kind_of(subquery) != _NOT_YET_PLANNED:
            is_filter = kind_of(subquery) == "SubqueryBroadcastExec"
            yield from _walk(subquery, (), is_aside=True, may_be_idle=is_filter)


def _walk_join(plan: Any, above: tuple[Any, ...], *, is_aside: bool) -> Iterator[ScanNode]:
    """The plan that ran of a join; both before the run."""
    in_servers, in_spark = each_of(plan.children())
    ran_in_servers = plan.metrics().apply(_BUILD_ROWS).value() > 0
    if ran_in_servers or not _has_run(in_spark):
        yield from _walk(in_servers, above, is_aside=is_aside, may_be_idle=False)
    if ran_in_servers:
        for side in _small_sides(in_spark):
            yield from _walk(side, (*above, plan), is_aside=is_aside, may_be_idle=False)
    else:
        yield from _walk(in_spark, above, is_aside=is_aside, may_be_idle=False)


def _has_run(plan: Any) -> bool:
    return any(
        counter.value
        for each in walked(plan)
        if _is_hbase_scan(each.node)
        for counter in counters_of(each.node)
    )


def _small_sides(plan: Any) -> Iterator[Any]:
    """The sides that are broadcast, of the joins between a plan and the scan of its large side."""
    children = list(each_of(plan.children()))
    if kind_of(plan) == "BroadcastHashJoinExec":
        large, small = children if str(plan.buildSide()) == "BuildRight" else reversed(children)
        yield small
        yield from _small_sides(large)
    elif len(children) == 1:
        yield from _small_sides(children[0])
