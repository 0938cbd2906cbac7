"""The random conditions that the planner of the JVM is tested with: ``TestSharedKeyRanges``."""

from __future__ import annotations

from collections.abc import Iterator

import golden
from pyspark_hbase import types
from pyspark_hbase._planning.key_range import ALL, behind
from pyspark_hbase.plan import SubPlan


def cases() -> Iterator[tuple[str, str, list[bytes]]]:
    """The plan, the ends of the JVM's ranges, and row keys that pass."""
    for line in (golden.ROOT / "key_range" / "random.txt").read_text().splitlines():
        if not line.startswith("#"):
            plan, ends, *rows = line.split(" ")
            yield plan, ends, list(map(bytes.fromhex, rows))


def plan_of(text: str) -> SubPlan:
    return SubPlan.from_bytes(bytes.fromhex(text), hbase_table="t")


def test_every_row_that_passes_lies_within_the_bounds() -> None:
    narrowed = 0
    for plan, _, rows in cases():
        bounds = plan_of(plan).row_bounds
        narrowed += bounds != ALL
        if bounds is None:
            assert not rows, plan
            continue
        start, stop = bounds
        for row in rows:
            assert start <= row and (not stop or row < stop), (plan, bounds, row)
    assert narrowed > 100


def test_bounds_are_tighter_than_those_of_the_jvm_only_where_no_row_key_is_written() -> None:
    for text, ends, rows in cases():
        plan = plan_of(text)
        bounds = plan.row_bounds
        if bounds is None:
            # Conditions that contradict each other, on any column.
            assert not rows, text
            continue
        has_boolean = any(key.type == types.BOOLEAN for key in plan.schema.key_columns)
        if ends == "none" or has_boolean or plan.schema.group_bits is not None:
            # Bytes of a BOOLEAN other than 00 and 01 are no value, those of a group are cut off.
            continue
        start, stop = map(bytes.fromhex, ends.split("-"))
        assert bounds[0] <= start, (text, bounds, ends)
        # No row key of the table begins with a whole one.
        end = behind(bounds[0]) if bounds[1] == bounds[0] + b"\0" else bounds[1]
        assert not end or (stop and end >= stop), (text, bounds, ends)
