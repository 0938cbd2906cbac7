"""Merging states; the expected results are those of Spark's final aggregation."""

from __future__ import annotations

import math
from typing import Any

import pytest
from flights import EVERYTHING

from pyspark_hbase._frames.merge import GroupMerger
from pyspark_hbase.errors import EvaluationError
from pyspark_hbase.expressions import AggregateExpression, avg, col, count, max_, min_, sum_
from pyspark_hbase.plan import SubPlan

LONG_MAX = 2**63 - 1


def merged(aggregate: AggregateExpression, *states: tuple[Any, ...], ansi: bool = True) -> Any:
    operator = SubPlan.scan(EVERYTHING, ansi=ansi).agg(aggregate).aggregate
    assert operator is not None
    merger = GroupMerger(operator)
    merger.merge(states)
    ((value,),) = merger.finish()
    return value


WIDEST = sum_(col("price").cast("decimal(38,2)"))
WIDEST_AVG = avg(col("price").cast("decimal(38,2)"))


@pytest.mark.parametrize(
    ("aggregate", "states", "expected"),
    [
        pytest.param(count(), [], 0, id="count of nothing"),
        pytest.param(count(), [(2,), (3,)], 5, id="counts add up"),
        pytest.param(sum_("big"), [], None, id="sum of nothing"),
        pytest.param(sum_("big"), [(None,), (None,)], None, id="sum of NULLs"),
        pytest.param(sum_("big"), [(None,), (7,), (-9,)], -2, id="sum skips NULL states"),
        pytest.param(sum_("big"), [(LONG_MAX,), (-1,)], LONG_MAX - 1, id="sum at the limit"),
        pytest.param(sum_("wide"), [(0.5,), (None,), (0.25,)], 0.75, id="sum of doubles"),
        pytest.param(sum_("wide"), [(math.inf,), (1.0,)], math.inf, id="sum with infinity"),
        pytest.param(sum_("price"), [], None, id="decimal sum of nothing"),
        pytest.param(sum_("price"), [(0, True)], None, id="decimal sum of an empty state"),
        pytest.param(
            sum_("price"), [(10**14, False), (0, True), (5, False)], 10**14 + 5, id="decimal sum"
        ),
        pytest.param(avg("big"), [(0.0, 0)], None, id="avg of nothing"),
        pytest.param(avg("big"), [(6.0, 3), (1.0, 1)], 1.75, id="avg"),
        pytest.param(avg("price"), [], None, id="decimal avg of nothing"),
        pytest.param(avg("price"), [(100, 1), (100, 2)], 666667, id="decimal avg rounds half up"),
        pytest.param(avg("price"), [(-100, 1), (-100, 2)], -666667, id="away from zero"),
        pytest.param(WIDEST_AVG, [(10**33, 4)], 25 * 10**35, id="decimal avg with more scale"),
        pytest.param(min_("number"), [(None,), (3,), (-3,)], -3, id="min skips NULL"),
        pytest.param(max_("number"), [(None,)], None, id="max of NULLs"),
        pytest.param(min_("text"), [(b"b",), (b"\xff",), (b"a\xff",)], b"a\xff", id="min of bytes"),
        pytest.param(max_("text"), [(b"b",), (b"\xff",), (b"",)], b"\xff", id="max of bytes"),
        pytest.param(min_("wide"), [(math.nan,), (math.inf,)], math.inf, id="NaN is not least"),
    ],
)
def test_states_merge(aggregate: AggregateExpression, states: Any, expected: Any) -> None:
    assert merged(aggregate, *states) == expected


def test_nan_is_the_greatest_number() -> None:
    assert math.isnan(merged(max_("wide"), (math.inf,), (math.nan,), (1.0,)))


@pytest.mark.parametrize(
    ("aggregate", "states", "wrapped"),
    [
        pytest.param(sum_("big"), [(LONG_MAX,), (1,), (-5,)], LONG_MAX - 4, id="long"),
        pytest.param(sum_("big"), [(-LONG_MAX,), (-3,)], LONG_MAX - 1, id="negative long"),
        pytest.param(WIDEST, [(None, False), (1, False)], None, id="decimal in the server"),
        pytest.param(WIDEST, [(10**38 - 1, False), (1, False)], None, id="decimal when merged"),
        pytest.param(WIDEST_AVG, [(None, 5), (1, 1)], None, id="decimal avg in the server"),
        pytest.param(WIDEST_AVG, [(10**38 - 1, 1)], None, id="decimal avg beyond its type"),
    ],
)
def test_overflow_raises_with_ansi_only(
    aggregate: AggregateExpression, states: Any, wrapped: Any
) -> None:
    with pytest.raises(EvaluationError) as caught:
        merged(aggregate, *states)
    assert caught.value.code == "ARITHMETIC_OVERFLOW"
    assert merged(aggregate, *states, ansi=False) == wrapped


def grouped(column: str, *rows: tuple[Any, ...]) -> list[list[Any]]:
    operator = SubPlan.scan(EVERYTHING).group_by(column).agg(count()).aggregate
    assert operator is not None
    merger = GroupMerger(operator)
    merger.merge(rows)
    return merger.finish()


def test_groups_repeat_from_frame_to_frame_and_null_is_one_of_them() -> None:
    assert grouped("number", (1, 2), (None, 1), (1, 3), (None, 1)) == [[1, None], [5, 2]]


def test_nan_is_one_group_and_so_are_both_zeros() -> None:
    keys, counts = grouped("wide", (math.nan, 1), (0.0, 1), (-math.nan, 1), (-0.0, 1))
    assert str(keys) == "[nan, 0.0]"
    assert counts == [2, 2]


def test_groups_of_nothing_are_none_but_the_global_group_is_there() -> None:
    assert grouped("number") == [[], []]
    assert merged(count()) == 0
