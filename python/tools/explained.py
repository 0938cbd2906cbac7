"""A scan of eight regions as the JVM explains it, before and after a run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from pyspark_hbase._explain.model import Counter, ScanExplanation, parse


def refused(
    what: str, why: str, operator: str = "", conditions: Sequence[str] = ()
) -> dict[str, Any]:
    """An entry of ``staysInSpark``."""
    return {"what": what, "why": why, "operator": operator, "conditions": list(conditions)}


def step(operator: str, text: str, *conditions: str) -> dict[str, Any]:
    """An entry of ``inSpark``."""
    return {"operator": operator, "text": text, "conditions": list(conditions)}


DOCUMENT: Final[dict[str, Any]] = {
    "table": "default.visits",
    "hbaseTable": "visits",
    "rowKeys": r'key range ["\x80\x02", "\x80\x07")',
    "ranges": [r'["\x80\x02", "\x80\x07")'],
    "rangeCount": 1,
    "regionCount": "5 of 8 regions",
    "regions": [
        {
            "start": rf'"\x80\x0{i}"' if i else '""',
            "host": f"host{i % 2}",
            "touched": i in range(2, 7),
            "storedBytes": 1000 * i,
        }
        for i in range(8)
    ],
    "otherRegions": 0,
    "where": "region servers",
    "runsInServers": True,
    "operators": [
        {"text": "Filter((day >= 2))", "condition": "(day >= 2)", "limitsRowKeys": True},
        {
            "text": "Filter((note = '<b>&\"'))",
            "condition": "(note = '<b>&\"')",
            "limitsRowKeys": False,
        },
    ],
    "keyConditions": [],
    "staysInSpark": [
        refused("rlike(note, 'a: b')", "lookbehind", conditions=["rlike(note, 'a: b')"]),
        refused(
            "PartialAggregate",
            "the condition below stays in Spark (rlike(note, 'a: b'): lookbehind)",
            "Aggregate",
        ),
    ],
    "inSpark": [
        step("Aggregate", "FinalAggregate(keys=[], functions=[count(1)])"),
        step("Exchange", "Exchange(to one task)"),
        step("Aggregate", "PartialAggregate(keys=[], functions=[count(1)])"),
        step("Filter", "Filter(rlike(note, 'a: b'))", "rlike(note, 'a: b')"),
    ],
    "hbaseVersion": "2.6.4",
}

ROWS: Final = {2: (1200, 0), 3: (4000, 0), 4: (0, 900), 5: (300, 300)}
"""Rows that the run scanned in region servers and in Spark; region 6 it did not reach."""

IDLE: Final = (Counter("hbaseFallbacks", "key ranges computed in Spark", 0),)
RUN: Final = (
    Counter("hbaseServerRowsScanned", "rows scanned in region servers", 5500),
    Counter("hbaseLocalRowsScanned", "rows scanned in Spark", 1200),
    Counter("hbaseRowsReceived", "rows that crossed the wire", 1750),
    Counter("hbaseFallbacks", "key ranges computed in Spark", 2),
)

_ENDS: Final = {"least": "-3", "greatest": "2999"}
KNOWN: Final = [
    {"column": "day", "stretches": 120, "rejected": 118, "blocks": 480} | _ENDS,
    {"column": "flag", "stretches": 1, "rejected": 1, "blocks": 2},
]
STATISTICS: Final = {
    "analyzedAt": "2026-01-02T03:04:05Z",
    "rows": 8000,
    "keyParts": 64,
    "columns": [
        {"name": "day", "distinct": 9, "nulls": 0, "least": "DATE '2024-01-01'", "greatest": "z"},
        {"name": "note", "distinct": 2, "nulls": 7},
    ],
}


def scan(counters: tuple[Counter, ...] = IDLE, **changes: Any) -> ScanExplanation:
    """Before a run, unless counters are given."""
    return parse(json.dumps(DOCUMENT | changes), counters)


def scan_after_run(**changes: Any) -> ScanExplanation:
    """With what was done for each region."""
    regions = [dict(region) for region in DOCUMENT["regions"]]
    for i, (server, spark) in ROWS.items():
        regions[i]["work"] = work_of(i, server, spark)
    return scan(RUN, **({"regions": regions, "known": KNOWN, "statistics": STATISTICS} | changes))


def work_of(region: int, server: int, spark: int) -> dict[str, int]:
    """The work for a region of which so many rows were scanned in each place."""
    return {
        "beganMillis": 10 * (region - 2),
        "endedMillis": 10 * (region - 2) + 25,
        "serverRows": server,
        "sparkRows": spark,
        "rowsKept": (server + spark) // 10,
        "rowsReceived": server // 10 + spark,
        "bytesReceived": 8 * (server // 10 + spark),
        "serverNanos": 1_000_000 * region if server else 0,
        "seeks": 1,
        "rowsSkipped": 2,
        "blocks": 3,
        "blocksSkipped": 4,
        "fallbacks": 1 if spark else 0,
    }
