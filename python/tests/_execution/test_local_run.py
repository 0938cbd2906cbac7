"""Sub-plans over rows of this process, by the engine of the region servers in a JVM of its own."""

from __future__ import annotations

from datetime import date, datetime, timezone
from decimal import Decimal

import pyarrow as pa
import pytest
from flights import EVERYTHING, FLIGHTS

from pyspark_hbase.errors import EvaluationError, InvalidPlanError
from pyspark_hbase.expressions import avg, col, count, sum_
from pyspark_hbase.functions import upper
from pyspark_hbase.plan import SubPlan

SCAN = SubPlan.scan(FLIGHTS)
ROWS = pa.table(
    {
        "carrier": ["ua", "AA", "aa"],
        "distance": pa.array([100, None, 300], pa.int32()),
        "fare": pa.array([Decimal("1.50"), Decimal("2.25"), None], pa.decimal128(10, 2)),
        "note": ["not", "a", "column"],
    }
)


def test_groups_are_those_of_a_table_with_these_rows() -> None:
    plan = SCAN.group_by(upper("carrier").alias("c")).agg(count().alias("n"), sum_("fare"))
    found = plan.run_local(ROWS.to_batches())
    assert sorted(map(tuple, (row.values() for row in found.to_pylist()))) == [
        ("AA", 2, Decimal("2.25")),
        ("UA", 1, Decimal("1.50")),
    ]


def test_rows_come_in_row_key_order_whatever_theirs_is() -> None:
    plan = SCAN.filter(col("distance").is_not_null()).select("carrier", "distance")
    assert plan.run_local(ROWS).to_pylist() == [
        {"carrier": "aa", "distance": 300},
        {"carrier": "ua", "distance": 100},
    ]
    first = SCAN.select("carrier").order_by("carrier").limit(1)
    assert first.run_local(ROWS).to_pylist() == [{"carrier": "AA"}]


def test_every_type_goes_in_and_comes_out() -> None:
    row = {
        "flag": True, "tiny": -1, "small": -2, "number": -3, "big": -4, "real": 0.5, "wide": 0.25,
        "price": Decimal("123.45"), "text": "Zürich", "raw": b"\xff", "day": date(1970, 1, 2),
        "at": datetime(1970, 1, 1, tzinfo=timezone.utc), "wall": datetime(1970, 1, 1),
    }  # fmt: skip
    types = SubPlan.scan(EVERYTHING).run_local(pa.Table.from_pylist([row])).schema
    empty = {name: None for name in row} | {"text": "", "big": 7}
    rows = pa.Table.from_pylist([row, empty], schema=types)
    found = SubPlan.scan(EVERYTHING).run_local(rows)
    assert found.to_pylist() == [empty, row]
    assert found.schema == types


def test_errors_are_those_of_region_servers() -> None:
    plan = SCAN.select((col("distance") / (col("distance") - 100)).alias("q"))
    with pytest.raises(EvaluationError) as caught:
        plan.run_local(ROWS)
    assert caught.value.code == "DIVIDE_BY_ZERO"


def test_rows_that_do_not_fit_the_table_are_refused() -> None:
    plan = SCAN.agg(avg("distance"))
    with pytest.raises(InvalidPlanError, match=r"UNKNOWN_COLUMN.*column=distance"):
        plan.run_local(ROWS.drop_columns(["distance"]))
    with pytest.raises(InvalidPlanError, match=r"DATATYPE_MISMATCH.*column=distance"):
        plan.run_local(ROWS.set_column(1, "distance", [["x", "y", "z"]]))
