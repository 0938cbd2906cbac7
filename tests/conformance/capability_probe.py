"""Asks Spark's planner what it pushes down of each example of the capability list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

import variants
from capability_list import ANSI_ONLY, LEGACY_ONLY, NO, PARTLY, YES, Example, Section
from pyspark_hbase._explain.scans import Refusal, hbase_scans
from pyspark_hbase._proto import sub_plan_pb2
from pyspark_hbase._spark.older_pyspark import condition_of
from sub_plan_messages import messages

NAMESPACE: Final = "capabilities"

ANSI: Final = variants.Semantics(ansi=True, time_zone="UTC")
LEGACY: Final = variants.Semantics(ansi=False, time_zone=variants.LOS_ANGELES)
MODES: Final = (ANSI, LEGACY)

LEGACY_PART: Final = ", legacy "
"""In the claim of a query whose sub-plan is another one in legacy mode."""


@dataclass(frozen=True, slots=True)
class Observation:
    """The part of one example that one mode pushes down."""

    claim: str
    reason: str = ""
    sub_plans: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """An example with the claim that is true now, and what was seen in each of MODES."""

    example: Example
    by_mode: list[Observation | None]
    """None where Spark does not have this."""


def variant(mode: variants.Semantics) -> variants.Variant:
    """The example's table; adaptive execution would drop the scans of a plan without rows."""
    return variants.Variant(mode, NAMESPACE, adaptive=False)


def observe(session: SparkSession, section: Section) -> list[Seen]:
    """Return the part of each example that is pushed down now."""
    by_mode = []
    for mode in MODES:
        variant(mode).apply(session)
        by_mode.append([_observe(session, section, example) for example in section.examples])
    return [
        Seen(_claimed(example, *seen), seen)
        for example, *seen in zip(section.examples, *by_mode, strict=True)
    ]


def functions(sub_plans: Iterable[bytes]) -> set[str]:
    """Names of the functions and of the aggregate functions in sub-plans."""
    return {name for data in sub_plans for name in _names(sub_plan_pb2.SubPlan.FromString(data))}


def names_zone(sub_plan: bytes) -> bool:
    """Whether the answer of a sub-plan depends on the session's time zone."""
    calls = messages(sub_plan_pb2.SubPlan.FromString(sub_plan), sub_plan_pb2.Call)
    return any(call.time_zone for call in calls)


def _observe(session: SparkSession, section: Section, example: Example) -> Observation | None:
    """None where Spark does not have this in the session's mode."""
    try:
        frame = session.sql(section.query(example))
        if example.sql.startswith("CREATE "):
            session.sql("DROP TABLE strange")
            return Observation(YES)
        scans = hbase_scans(frame)
    except PySparkException as error:
        condition = str(condition_of(error))
        return Observation(NO, condition) if example.sql.startswith("CREATE ") else None
    reasons = [_reason(refusal) for scan in scans for refusal in scan.refusals]
    reason = reasons[0] if reasons else ""
    sub_plans = tuple(scan.sub_plan for scan in scans)
    if example.is_query:
        claim = " | ".join(sorted(_operators(data) for data in sub_plans))
        return Observation(claim, reason, sub_plans)
    operators = {operator for data in sub_plans for operator in _operators(data).split("+")}
    if "Aggregate" in operators and not reason:
        return Observation(YES, "", sub_plans)
    return Observation(NO if operators <= {"Columns"} else PARTLY, reason, sub_plans)


def _reason(refusal: Refusal) -> str:
    """Without the expression that stays in Spark and without the values of messages."""
    _, is_engines, message = refusal.why.partition("[SPARKSQL_HBASE.")
    if is_engines:
        return message.partition("] ")[2].partition(". ")[0]
    return refusal.why.rpartition(": ")[2]


def _claimed(example: Example, ansi: Observation | None, legacy: Observation | None) -> Example:
    if ansi is None and legacy is None:
        raise AssertionError(f"no Spark has this example: {example.sql}")
    found = [one for one in (ansi, legacy) if one is not None]
    reason = next((one.reason for one in found if one.reason), "")
    claims = {one.claim for one in found}
    if len(claims) == 1:
        return Example(*claims, example.sql, reason)
    assert ansi is not None
    assert legacy is not None
    if example.is_query:
        return Example(f"{ansi.claim}{LEGACY_PART}{legacy.claim}", example.sql, reason)
    return Example(ANSI_ONLY if ansi.claim == YES else LEGACY_ONLY, example.sql, reason)


def _operators(data: bytes) -> str:
    """Kinds of the operators of a sub-plan, each run of one kind once."""
    kinds: list[str] = []
    for operator in sub_plan_pb2.SubPlan.FromString(data).operators:
        kind = str(operator.WhichOneof("node"))
        expressions = operator.project.expressions
        if kind == "project" and all(e.WhichOneof("node") == "column" for e in expressions):
            continue
        name = kind.title().replace("_", "")
        if not kinds or kinds[-1] != name:
            kinds.append(name)
    return "+".join(kinds) or "Columns"


def _names(sub_plan: sub_plan_pb2.SubPlan) -> Iterator[str]:
    for operator in sub_plan.operators:
        for call in operator.aggregate.calls:
            yield sub_plan_pb2.AggregateFunction.Name(call.function)
    for call in messages(sub_plan, sub_plan_pb2.Call):
        yield sub_plan_pb2.Function.Name(call.function)
