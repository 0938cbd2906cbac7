"""What a query reads from HBase, what runs where and why: plain data, for the reports."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final, Literal

Where = Literal["key range", "server", "Spark"]

_FILTER: Final = "Filter("
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
class Region:
    """One region; row keys as HBase's shell takes them."""

    start: str
    host: str
    touched: bool


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
    """The first ones, in row-key order; None while HBase does not tell."""
    runs_in: str
    predicates: tuple[Predicate, ...]
    sub_plan: tuple[str, ...]
    """Operators from the last one down to the scan."""
    stays_in_spark: tuple[str, ...]
    """Operators and conditions, each with the reason."""
    counters: tuple[Counter, ...]

    @property
    def has_run(self) -> bool:
        """Whether the counters are of a run."""
        return any(counter.value for counter in self.counters)

    @property
    def fallback(self) -> str:
        """Whether the engine ran in Spark instead of the region servers."""
        if not self.runs_in.startswith("region servers"):
            return f"everything runs in {self.runs_in}"
        if not self.has_run:
            return "not known before the query has run"
        count = next((c.value for c in self.counters if c.name == "hbaseFallbacks"), 0)
        if count == 0:
            return "none: region servers computed every key range"
        return f"{count} key ranges were computed in Spark; the executors' logs say why"


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
        regions=None if regions is None else tuple(Region(**region) for region in regions),
        runs_in=given["where"],
        predicates=_predicates(operators, given["keyConditions"], given["staysInSpark"]),
        sub_plan=(*(o["text"] for o in reversed(operators)), f"Scan({given['table']})"),
        stays_in_spark=tuple(given["staysInSpark"]),
        counters=counters,
    )


def _predicates(
    operators: list[dict[str, Any]], key_conditions: list[str], refused: list[str]
) -> tuple[Predicate, ...]:
    pushed = [
        _pushed(o["text"], "key range" if o["limitsRowKeys"] else "server")
        for o in operators
        if o["text"].startswith(_FILTER)
    ]
    of_keys = [
        Predicate("key range", text, "limits the row keys; Spark checks it")
        for text in key_conditions
    ]
    stays = [Predicate("Spark", *_text_and_reason(entry)) for entry in refused]
    return (*pushed, *of_keys, *stays)


def _pushed(text: str, where: Where) -> Predicate:
    return Predicate(where, text.removeprefix(_FILTER).removesuffix(")"), _REASONS[where])


def _text_and_reason(entry: str) -> tuple[str, str]:
    """A reason that names nothing stands alone."""
    text, colon, reason = entry.rpartition(": ")
    return (text, reason) if colon else ("the rest", entry)
