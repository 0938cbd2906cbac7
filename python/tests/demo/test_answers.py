"""When two answers are equal."""

from __future__ import annotations

from decimal import Decimal

import pytest

from pyspark_hbase.demo._answers import answer, difference, digest

NAN = float("nan")


def test_rows_are_a_multiset_unless_the_query_orders_them() -> None:
    left, right = [(1, "a"), (2, None), (1, "a")], [(2, None), (1, "a"), (1, "a")]
    assert difference(answer(left), answer(right)) is None
    assert difference(answer(left, ordered=True), answer(right, ordered=True)) is not None


def test_a_missing_duplicate_is_a_difference() -> None:
    assert difference([(1,), (1,)], [(1,)]) == "expected 2 rows, found 1"


@pytest.mark.parametrize(
    ("expected", "found"),
    [(0.1 + 0.2, 0.3), (NAN, NAN), (0.0, -0.0), (float("inf"), float("inf"))],
)
def test_floating_sums_in_another_order_are_equal(expected: float, found: float) -> None:
    assert difference([(expected,)], [(found,)]) is None


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        (1.0, 1.0 + 1e-8),
        (0.0, 1e-12),
        (NAN, None),
        (1, 1.0),
        (Decimal("1.0"), Decimal("1.1")),
        ("a", "A"),
        (None, ""),
    ],
)
def test_everything_else_is_a_difference(expected: object, found: object) -> None:
    assert difference([(expected,)], [(found,)]) is not None


def test_small_floating_differences_do_not_reorder_rows() -> None:
    left, right = [(0.3, "a"), (0.1 + 0.2, "b")], [(0.1 + 0.2, "a"), (0.3, "b")]
    assert difference(answer(left), answer(right)) is None


def test_the_digest_is_of_the_rows_and_not_of_their_last_bits() -> None:
    assert digest([(1, 0.1 + 0.2)]) == digest([(1, 0.3)]) != digest([(2, 0.3)])


def test_nested_values_are_compared_inside() -> None:
    nan = float("nan")
    left = answer([({"d": nan, "i": None}, [0.1 + 0.2]), ({"d": 1.0, "i": 2}, [])])
    right = answer([({"d": 1.0, "i": 2}, []), ({"d": float("nan"), "i": None}, [0.3])])
    assert difference(left, right) is None
    assert difference(left, answer([({"d": nan, "i": 1}, [0.3]), left[0]])) is not None
