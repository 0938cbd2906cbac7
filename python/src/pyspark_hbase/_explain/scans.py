"""Scans of HBase in an executed query, read from Spark's physical plan."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from pyspark.sql import DataFrame

from pyspark_hbase._explain.model import Counter

_BROADCAST_OF_A_JOIN: Final = "SubqueryAdaptiveBroadcastExec"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A part of a query that stays in Spark, and the reason."""

    what: str
    """The operator or expression; empty where ``why`` speaks of the whole query."""
    why: str

    def __str__(self) -> str:
        return f"{self.what}: {self.why}" if self.what else self.why


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
        _scan(node.scan(), {counter.name: counter.value for counter in counters_of(node)})
        for node in scan_nodes(frame)
    ]


def scan_nodes(frame: DataFrame) -> list[Any]:
    """The nodes of the physical plan that read HBase tables."""
    return _scans_of(frame._jdf.queryExecution().executedPlan())


def planned_nodes(frame: DataFrame) -> list[Any]:
    """Return the scans before adaptive execution drops scans whose rows turn out to be none."""
    plan = frame._jdf.queryExecution().executedPlan()
    is_adaptive = plan.getClass().getSimpleName() == "AdaptiveSparkPlanExec"
    return _scans_of(plan.initialPlan() if is_adaptive else plan)


def _scans_of(plan: Any) -> list[Any]:
    scans = [
        node
        for node in _nodes(plan)
        if node.getClass().getSimpleName() == "BatchScanExec"
        and node.scan().getClass().getSimpleName() == "SubPlanScan"
    ]
    # A broadcast whose values also limit the other side of its join has one scan in two places.
    return list({_counter_id(node): node for node in scans}.values())


def _counter_id(node: Any) -> int:
    """One of a counter of the node: nodes that run together count together."""
    return int(node.metrics().values().head().id())


def counters_of(node: Any) -> tuple[Counter, ...]:
    """The connector's metrics of a node, zeros before it has run."""
    return tuple(_counters(node))


def ordered_counters_of(node: Any) -> tuple[Counter, ...]:
    """Return the counters in the connector's order: "of these" refers to the counter before."""
    names = [str(metric.name()) for metric in node.scan().supportedCustomMetrics()]
    return tuple(sorted(_counters(node), key=lambda counter: names.index(counter.name)))


def _scan(planned: Any, metrics: dict[str, int]) -> HBaseScan:
    scan = planned.known()
    report = scan.report()
    return HBaseScan(
        hbase_table=str(scan.table().hbaseTable()),
        description=str(scan.description()),
        columns=tuple(str(name) for name in scan.readSchema().fieldNames()),
        operators=tuple(str(operator) for operator in _each(report.operators())),
        refusals=tuple(Refusal(each.what(), each.why()) for each in _each(report.refusals())),
        sub_plan=bytes(scan.subPlan().toByteArray()),
        metrics=metrics,
    )


def _each(sequence: Any) -> Iterator[Any]:
    return (sequence.apply(i) for i in range(sequence.size()))


def _nodes(plan: Any) -> Iterator[Any]:
    """Every node of a physical plan, the stages of adaptive execution and subqueries included."""
    yield plan
    kind = plan.getClass().getSimpleName()
    if kind == "AdaptiveSparkPlanExec":
        yield from _nodes(plan.executedPlan())
    elif kind.endswith("QueryStageExec"):
        yield from _nodes(plan.plan())
    elif kind == "ReusedExchangeExec":
        # Adaptive execution may drop the place where the exchange stood first.
        yield from _nodes(plan.child())
    for children in (plan.children(), plan.subqueries()):
        for i in range(children.size()):
            child = children.apply(i)
            # What the query will broadcast once is still in the plan twice.
            if child.getClass().getSimpleName() != _BROADCAST_OF_A_JOIN:
                yield from _nodes(child)


def _counters(node: Any) -> Iterator[Counter]:
    entries = node.metrics().iterator()
    while entries.hasNext():
        entry = entries.next()
        if entry._1().startswith("hbase"):
            metric = entry._2()
            yield Counter(str(entry._1()), str(metric.name().get()), int(metric.value()))
