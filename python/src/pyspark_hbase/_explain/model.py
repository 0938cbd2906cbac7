"""The model of an explanation, for the reports: row keys, the place of each part, and reasons."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final, Literal

from pyspark_hbase._explain.regions import Region, State, Work
from pyspark_hbase._explain.statistics import Statistics
from pyspark_hbase._explain.zones import ColumnZones

Where = Literal["key range", "server", "Spark"]

_REASONS: Final[dict[Where, str]] = {
    "key range": "limits the row keys; the region servers check it too",
    "server": "checked row by row in the region servers; it does not limit the row keys",
}


@dataclass(frozen=True, slots=True)
class Predicate:
    """One condition and where it is checked."""

    where: Where
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is done with the rows of a scan."""

    where: Where
    text: str
    reason: str
    """Empty where ``where`` says all."""


@dataclass(frozen=True, slots=True)
class Counter:
    """One metric of Spark's SQL tab."""

    name: str
    text: str
    value: int


@dataclass(frozen=True, slots=True)
class ScanExplanation:
    """One scan of one table."""

    table: str
    hbase_table: str
    row_keys: str
    ranges: tuple[str, ...]
    """The first ones, in row-key order."""
    range_count: int
    region_count: str
    regions: tuple[Region, ...] | None
    """In row-key order, of too many those with most work; None while HBase does not tell."""
    other_regions: int
    """The number of regions that are not listed."""
    runs_in: str
    runs_in_servers: bool
    """True if region servers compute the sub-plan, as far as it is known before the run."""
    predicates: tuple[Predicate, ...]
    sub_plan: tuple[str, ...]
    """Operators from the last one down to the scan."""
    steps: tuple[Step, ...]
    """From the last one, in Spark, down to the limits of the row keys."""
    counters: tuple[Counter, ...]
    zones: tuple[ColumnZones, ...]
    """The zones of the columns by which the query filters, as region servers hold them."""
    statistics: Statistics | None
    """None of a table that was not analyzed."""

    @property
    def has_run(self) -> bool:
        """Whether the counters are of a run."""
        return any(counter.value for counter in self.counters)

    @property
    def fallback(self) -> str:
        """Whether the engine ran in Spark instead of the region servers."""
        if not self.runs_in_servers:
            return f"everything runs in {self.runs_in}"
        if not self.has_run:
            return "not known before the query has run"
        count = self.counter("hbaseFallbacks")
        if count == 0:
            return "none: region servers computed every key range"
        return f"{count} key ranges were computed in Spark; the executors' logs say why"

    def counter(self, name: str) -> int:
        """The value of a metric, 0 where there is none."""
        return next((counter.value for counter in self.counters if counter.name == name), 0)

    @property
    def states(self) -> tuple[State, ...]:
        """The state of each of ``regions``."""
        by_gets = self.counter("hbaseGets") > 0
        return tuple(
            region.state(has_run=self.has_run, by_gets=by_gets) for region in self.regions or ()
        )

    @property
    def worked(self) -> tuple[tuple[Region, Work], ...]:
        """The regions that the run read, each with its work, in row-key order."""
        regions = self.regions if self.has_run and self.regions else ()
        return tuple((region, region.work) for region in regions if region.work is not None)


def parse(document: str, counters: tuple[Counter, ...]) -> ScanExplanation:
    """The document of ``SubPlanScan.explanation`` with the counters of the scan's node."""
    given: dict[str, Any] = json.loads(document)
    operators = given["operators"]
    regions = given.get("regions")
    return ScanExplanation(
        table=given["table"],
        hbase_table=given["hbaseTable"],
        row_keys=given["rowKeys"],
        ranges=tuple(given["ranges"]),
        range_count=given["rangeCount"],
        region_count=given["regionCount"],
        regions=None if regions is None else tuple(map(Region.parse, regions)),
        other_regions=given.get("otherRegions", 0),
        runs_in=given["where"],
        runs_in_servers=given["runsInServers"],
        predicates=_predicates(operators, given["keyConditions"], given["staysInSpark"]),
        sub_plan=(*(o["text"] for o in reversed(operators)), f"Scan({given['table']})"),
        steps=_steps(given),
        counters=counters,
        zones=tuple(map(ColumnZones.parse, given.get("known", ()))),
        statistics=None if "statistics" not in given else Statistics.parse(given["statistics"]),
    )


def _predicates(
    operators: list[dict[str, Any]], key_conditions: list[str], refusals: list[dict[str, str]]
) -> tuple[Predicate, ...]:
    pushed = [
        _pushed(o["condition"], "key range" if o["limitsRowKeys"] else "server")
        for o in operators
        if "condition" in o
    ]
    of_keys = [
        Predicate("key range", text, "limits the row keys; Spark checks it")
        for text in key_conditions
    ]
    stays = [Predicate("Spark", *_what_and_why(refusal)) for refusal in refusals]
    return (*pushed, *of_keys, *stays)


def _steps(given: dict[str, Any]) -> tuple[Step, ...]:
    stays = [Step("Spark", *_what_and_why(refusal)) for refusal in given["staysInSpark"]]
    work = [
        Step("server", o["text"], "limits the row keys too" if o["limitsRowKeys"] else "")
        if given["runsInServers"]
        else Step("Spark", o["text"], f"in {given['where']}")
        for o in reversed(given["operators"])
    ]
    of_keys = [
        *(o.get("condition", o["text"]) for o in given["operators"] if o["limitsRowKeys"]),
        *given["keyConditions"],
    ]
    return (*stays, *work, Step("key range", given["rowKeys"], " AND ".join(of_keys)))


def _pushed(condition: str, where: Where) -> Predicate:
    return Predicate(where, condition, _REASONS[where])


def _what_and_why(refusal: dict[str, str]) -> tuple[str, str]:
    return refusal["what"] or "the rest", refusal["why"]
