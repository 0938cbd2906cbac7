"""The model of an explanation, for the reports: row keys, the place of each part, and reasons."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from pyspark_hbase._explain.regions import Region, State, Work
from pyspark_hbase._explain.statistics import Statistics
from pyspark_hbase._explain.steps import Refusal, Step, Where, steps_in_spark
from pyspark_hbase._explain.zones import ColumnZones
from pyspark_hbase._text.controls import without_controls

_JOIN_IN_SERVERS: Final = "BroadcastJoin"
_WHOLE_TABLE: Final = "[start; end)"
_FALLBACKS: Final = {
    "Missing": "without the coprocessor",
    "Overloaded": "for lack of memory or time in a region server",
    "Refused": "refused by a region server",
}


@dataclass(frozen=True, slots=True)
class _Place:
    """The place of the sub-plan, as far as it is known."""

    text: str
    in_servers: bool
    in_both: bool = False
    """Whether the run computed rows in the region servers and in Spark."""

    @property
    def of_keys(self) -> str:
        """The reason of a condition that limits the row keys."""
        if not self.in_servers:
            return "limits the row keys; Spark checks it where a row of the key range can fail it"
        if self.in_both:
            return (
                "limits the row keys; the region servers and Spark check it where a row of the key "
                "range can fail it"
            )
        return (
            "limits the row keys; the region servers check it where a row of the key range can "
            "fail it"
        )

    @property
    def where(self) -> str:
        """The place where the conditions of the sub-plan are checked."""
        if not self.in_servers:
            return self.text
        return "the region servers and in Spark" if self.in_both else "the region servers"


@dataclass(frozen=True, slots=True)
class Predicate:
    """One condition and where it is checked."""

    where: Where
    text: str
    reason: str
    in_sub_plan: bool = False
    """Whether the sub-plan checks it, in the region servers or in Spark."""


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
    range_values: tuple[str, ...]
    """These ranges as values of columns; empty where those are not known."""
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
    hbase_version: str = ""
    """The version of the client that Spark has; empty where none is known."""

    @property
    def columns(self) -> str:
        """Its one range as values of columns; empty of several ranges and of the whole table."""
        values = self.range_values[0] if self.range_count == 1 and self.range_values else ""
        return "" if values == _WHOLE_TABLE else values

    @property
    def filters(self) -> bool:
        """Whether the scan itself checks conditions, before Spark sees the rows."""
        return any(p.in_sub_plan or p.where == "server" for p in self.predicates)

    @property
    def has_run(self) -> bool:
        """Whether the counters are of a run."""
        return any(counter.value for counter in self.counters)

    @property
    def runs_in_both(self) -> bool:
        """Whether the run computed the sub-plan in the region servers and in Spark."""
        scanned = (self.counter(f"hbase{side}RowsScanned") for side in ("Server", "Local"))
        return self.runs_in_servers and all(scanned)

    @property
    def fallback(self) -> str:
        """Whether the engine ran in Spark instead of the region servers."""
        if not self.counters:
            return "none: the query fails where a region has no coprocessor"
        if not self.runs_in_servers:
            return f"everything runs in {self.runs_in}"
        if not self.has_run:
            return "not known before the query has run"
        count = self.counter("hbaseFallbacks")
        if count == 0:
            return "none: region servers computed every key range"
        known = ((self.counter(f"hbaseFallbacks{name}"), why) for name, why in _FALLBACKS.items())
        reasons = ", ".join(f"{times} {why}" for times, why in known if times)
        because = f" ({reasons})" if reasons else ""
        return f"{count} key ranges were computed in Spark{because}; the executors' logs have each"

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


def parse(
    document: str, counters: tuple[Counter, ...], *, feeds_join_in_servers: bool = False
) -> ScanExplanation:
    """The document of ``SubPlanScan.explanation`` with the counters of the scan's node.

    ``feeds_join_in_servers`` is true of the small side of a join that region servers ran.
    """
    given: dict[str, Any] = _printable(json.loads(document))
    operators = given["operators"]
    regions = given.get("regions")
    place = _place(given, counters)
    refusals = [
        Refusal(each["what"], each["why"], each["operator"], tuple(each["conditions"]))
        for each in given["staysInSpark"]
        if not (feeds_join_in_servers and each["operator"] == "Join")
    ]
    above = [_above(each) for each in given.get("inSpark", ())]
    in_spark = tuple(step for step in above if step.where == "Spark")
    return ScanExplanation(
        table=given["table"],
        hbase_table=given["hbaseTable"],
        row_keys=given["rowKeys"],
        ranges=tuple(given["ranges"]),
        range_values=tuple(given.get("rangeValues", ())),
        range_count=given["rangeCount"],
        region_count=given["regionCount"],
        regions=None if regions is None else tuple(map(Region.parse, regions)),
        other_regions=given.get("otherRegions", 0),
        runs_in=place.text,
        runs_in_servers=place.in_servers,
        predicates=_predicates(given, in_spark, refusals, place),
        sub_plan=(*(o["text"] for o in reversed(operators)), f"Scan({given['table']})"),
        steps=(
            *steps_in_spark(tuple(above), refusals),
            *_scan_steps(given, place),
        ),
        counters=counters,
        zones=tuple(map(ColumnZones.parse, given.get("known", ()))),
        statistics=None if "statistics" not in given else Statistics.parse(given["statistics"]),
        hbase_version=given.get("hbaseVersion", ""),
    )


def _printable(value: Any) -> Any:
    """Escape control characters in all texts: no picture holds them, and no terminal shows them."""
    if isinstance(value, str):
        return without_controls(value)
    if isinstance(value, list):
        return [_printable(each) for each in value]
    if isinstance(value, dict):
        return {key: _printable(each) for key, each in value.items()}
    return value


def _above(given: dict[str, Any]) -> Step:
    if given["operator"] == _JOIN_IN_SERVERS:
        why = "its rows travel to the region servers, in the sub-plan of the other scan"
        return Step("server", given["text"], why)
    return Step("Spark", given["text"], "", tuple(given["conditions"]), given["operator"])


def _place(given: dict[str, Any], counters: tuple[Counter, ...]) -> _Place:
    """Return the place of the sub-plan.

    After a run its counters decide: before it one region of each region server is asked, and
    others may be different. A region may also have lost the coprocessor or refused the sub-plan.
    """
    values = {counter.name: counter.value for counter in counters}
    server, spark = (values.get(f"hbase{side}RowsScanned", 0) for side in ("Server", "Local"))
    foreseen = given["runsInServers"]
    if not server or (foreseen and not spark):
        return _Place(given["where"], foreseen)
    scanned = f"{given['where'] if foreseen else 'region servers'}, which scanned {server:,} rows"
    if not spark:
        return _Place(scanned, True)
    why = "" if foreseen else ": only some regions have the coprocessor"
    return _Place(f"{scanned}, and Spark, which scanned {spark:,}{why}", True, in_both=True)


def _predicates(
    given: dict[str, Any],
    in_spark: tuple[Step, ...],
    refusals: list[Refusal],
    place: _Place,
) -> tuple[Predicate, ...]:
    pushed = [
        _pushed(o["condition"], o["limitsRowKeys"], place)
        for o in given["operators"]
        if "condition" in o
    ]
    of_keys = [
        Predicate("key range", text, "limits the row keys; Spark checks it")
        for text in given["keyConditions"]
    ]
    told, checked = set(given["keyConditions"]), []
    explained: list[Refusal] = []
    default = "Spark checks it" if given["runsInServers"] else f"everything runs in {place.text}"
    for condition in dict.fromkeys(c for step in in_spark for c in step.conditions):
        reasons = [each for each in refusals if condition in each.conditions]
        explained += reasons
        if condition not in told:
            why = "; ".join(each.why_in(condition) for each in reasons)
            checked.append(Predicate("Spark", condition, why or default))
    stays = [
        Predicate("Spark", each.what or "the rest", each.why)
        for each in refusals
        if each not in explained
    ]
    return (*pushed, *of_keys, *checked, *stays)


def _scan_steps(given: dict[str, Any], place: _Place) -> tuple[Step, ...]:
    learned = place.text if place.text != given["where"] else ""

    def reason(limits: bool) -> str:
        limited = "limits the row keys; checked where a row of the key range can fail it"
        return "; ".join(filter(None, (limited if limits else "", learned)))

    work = [
        Step("server", text, reason(limits))
        if place.in_servers
        else Step("Spark", text, f"in {place.text}")
        for text, limits in reversed(list(_joined_filters(given["operators"])))
    ]
    of_keys = [
        *(o.get("condition", o["text"]) for o in given["operators"] if o["limitsRowKeys"]),
        *given["keyConditions"],
    ]
    values = given.get("rangeValues", ())
    has_values = len(values) == 1 == given["rangeCount"] and values[0] != _WHOLE_TABLE
    rows = f"key range {values[0]}" if has_values else given["rowKeys"]
    return (*work, Step("key range", rows, " AND ".join(of_keys)))


def _joined_filters(operators: list[dict[str, Any]]) -> Iterator[tuple[str, bool]]:
    """The operators in order, filters that follow each other as one: what a WHERE says."""
    for is_filter, group in groupby(operators, lambda operator: "condition" in operator):
        listed = list(group)
        if is_filter:
            conditions = " AND ".join(operator["condition"] for operator in listed)
            yield f"Filter({conditions})", any(operator["limitsRowKeys"] for operator in listed)
        else:
            yield from ((operator["text"], operator["limitsRowKeys"]) for operator in listed)


def _pushed(condition: str, limits_row_keys: bool, place: _Place) -> Predicate:
    if limits_row_keys:
        return Predicate("key range", condition, place.of_keys, True)
    reason = f"checked row by row in {place.where}; it does not limit the row keys"
    return Predicate("server" if place.in_servers else "Spark", condition, reason, True)
