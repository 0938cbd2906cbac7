"""Small questions through the Thrift gateway, beside happybase's own calls on the same socket kind.

``table.row(key)`` and ``table.scan(limit=10)`` decode nothing. Everything takes turns in rounds; a
figure is the median over all calls, and a ratio is to happybase in the same rounds.
"""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import happybase

import pyspark_hbase
from pyspark_hbase import connect
from pyspark_hbase._planning import key_range
from pyspark_hbase.embedded import EmbeddedHBase

ROWS = 10_000
ROUNDS = 12
CALLS = 100
"""The calls of each way in a round."""
LAYOUTS = ("packed", "columns")
COLUMNS = 16
TRUSTED_SECONDS = 600.0

Call = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Measured:
    """One way to ask a question."""

    layout: str
    question: str
    way: str
    micros: float
    ratio: float


def measure() -> list[Measured]:
    """Load the tables into an HBase of its own and ask."""
    with EmbeddedHBase(region_servers=1, thrift=True) as hbase:
        _load(hbase.quorum)
        host, port = hbase.thrift.split(":")
        raw = happybase.Connection(host, int(port))
        found = []
        for layout in LAYOUTS:
            for question, ways in _questions(raw, hbase.thrift, layout).items():
                found += _timed(layout, question, ways)
        raw.close()
        return found


def table(found: list[Measured]) -> str:
    """One line for each way."""
    lines = [f"{'layout':9}{'question':10}{'way':42}{'microseconds':>13}{'ratio':>8}"]
    lines += [
        f"{each.layout:9}{each.question:10}{each.way:42}{each.micros:13,.0f}{each.ratio:8.2f}"
        for each in found
    ]
    return "\n".join(lines)


def _load(quorum: str) -> None:
    spark = pyspark_hbase.session(quorum=quorum, **{"spark.ui.enabled": False})
    types = itertools.cycle(["INT", "STRING", "DOUBLE", "DATE", "DECIMAL(12,2)"])
    columns = ", ".join(f"c{i} {next(types)}" for i in range(1, COLUMNS))
    kinds = {
        "INT": "id",
        "STRING": "concat('text ', id)",
        "DOUBLE": "id / 4D",
        "DATE": "date_add(DATE'2020-01-01', CAST(id % 1000 AS INT))",
        "DECIMAL(12,2)": "id",
    }
    values = ", ".join(
        f"CAST({kinds[kind]} AS {kind})"
        for kind, _ in zip(itertools.cycle(kinds), range(1, COLUMNS), strict=False)
    )
    for layout in LAYOUTS:
        spark.sql(
            f"CREATE TABLE hbase.default.{layout} (id BIGINT NOT NULL, {columns}, "
            f"PRIMARY KEY (id)) USING hbase TBLPROPERTIES ('hbase.layout' = '{layout}')"
        )
        spark.sql(f"INSERT INTO hbase.default.{layout} SELECT id, {values} FROM range({ROWS})")
    spark.stop()


def _questions(raw: happybase.Connection, address: str, layout: str) -> dict[str, dict[str, Call]]:
    asking, trusting = (
        connect(f"thrift://{address}", trusted_seconds=seconds) for seconds in (0, TRUSTED_SECONDS)
    )
    schema = asking.table(layout)
    stored = raw.table(schema.hbase_table)
    row_keys = key_range.row_key_schema(schema)
    by_key, first = f"SELECT * FROM {layout} WHERE id = ?", f"SELECT * FROM {layout} LIMIT 10"
    # Another one each time.
    keys = itertools.cycle(range(1, ROWS, 7))
    point_read, ten = asking.sql(by_key, [ROWS // 2]), asking.sql(first)
    row_key = row_keys.encode([ROWS // 2])
    return {
        "one row": {
            "happybase, table.row(key)": lambda: stored.row(row_key),
            "the same, another key each time": lambda: stored.row(row_keys.encode([next(keys)])),
            "two of them": lambda: (stored.row(row_key), stored.row(row_key)),
            "a query that is kept, rows": lambda: list(point_read),
            "a query that is kept, Arrow": point_read.to_arrow,
            "rows(), trusted, another key": lambda: trusting.rows(by_key, [next(keys)]),
            "rows(), another key": lambda: asking.rows(by_key, [next(keys)]),
            "sql(), another key, rows": lambda: list(asking.sql(by_key, [next(keys)])),
        },
        "LIMIT 10": {
            "happybase, table.scan(limit=10)": lambda: list(stored.scan(limit=10)),
            "a query that is kept": ten.to_arrow,
            "sql()": lambda: asking.sql(first).to_arrow(),
            "sql(), table trusted": lambda: trusting.sql(first).to_arrow(),
        },
    }


def _timed(layout: str, question: str, ways: dict[str, Call]) -> list[Measured]:
    """The first way is what the others are compared with. The first round is not counted."""
    seconds: dict[str, list[float]] = {way: [] for way in ways}
    for number in range(ROUNDS + 1):
        for way, ask in ways.items():
            for _ in range(CALLS):
                start = time.perf_counter()
                ask()
                if number:
                    seconds[way].append(time.perf_counter() - start)
    medians = {way: statistics.median(found) for way, found in seconds.items()}
    base = next(iter(medians.values()))
    return [
        Measured(layout, question, way, median * 1e6, median / base)
        for way, median in medians.items()
    ]
