"""The random conditions that the planner of the JVM is tested with: ``TestSharedKeyRanges``."""

from __future__ import annotations

from collections.abc import Iterator

import golden
from pyspark_hbase.plan import SubPlan


def cases() -> Iterator[tuple[str, str, list[bytes]]]:
    """The plan, the ends of the JVM's ranges, and row keys that pass."""
    for line in (golden.ROOT / "key_range" / "random.txt").read_text().splitlines():
        if not line.startswith("#"):
            plan, ends, *rows = line.split(" ")
            yield plan, ends, list(map(bytes.fromhex, rows))


def bounds_of(plan: str) -> tuple[bytes, bytes] | None:
    return SubPlan.from_bytes(bytes.fromhex(plan), hbase_table="t").row_bounds


def test_every_row_that_passes_lies_within_the_bounds() -> None:
    narrowed = 0
    for plan, _, rows in cases():
        bounds = bounds_of(plan)
        narrowed += bounds != (b"", b"")
        if bounds is None:
            assert not rows, plan
            continue
        start, stop = bounds
        for row in rows:
            assert start <= row and (not stop or row < stop), (plan, bounds, row)
    assert narrowed > 100


def test_no_bound_is_tighter_than_that_of_the_jvm() -> None:
    for plan, ends, rows in cases():
        bounds = bounds_of(plan)
        if ends == "none":
            continue
        assert bounds is not None, (plan, ends, rows)
        start, stop = map(bytes.fromhex, ends.split("-"))
        assert bounds[0] <= start, (plan, bounds, ends)
        assert not bounds[1] or (stop and bounds[1] >= stop), (plan, bounds, ends)
