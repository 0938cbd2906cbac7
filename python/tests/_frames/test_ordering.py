from __future__ import annotations

import math
from typing import Any

import pytest

from pyspark_hbase import types
from pyspark_hbase._frames.ordering import first_rows
from pyspark_hbase._planning.operators import SortKey
from pyspark_hbase._planning.typed import TypedColumn


def key(*, descending: bool = False, nulls_last: bool = False) -> SortKey:
    return SortKey(TypedColumn(types.DOUBLE, 0, "x"), descending, nulls_last)


def ordered(values: list[Any], sort_key: SortKey) -> list[Any]:
    return [values[i] for i in first_rows([sort_key], [values], len(values))]


@pytest.mark.parametrize(
    ("sort_key", "expected"),
    [
        (key(), [None, 1, 2]),
        (key(nulls_last=True), [1, 2, None]),
        (key(descending=True), [None, 2, 1]),
        (key(descending=True, nulls_last=True), [2, 1, None]),
    ],
)
def test_null_stands_where_the_key_says(sort_key: SortKey, expected: list[Any]) -> None:
    assert ordered([2, None, 1], sort_key) == expected


def test_nan_is_above_all_numbers_and_zeros_are_equal() -> None:
    values = [math.nan, math.inf, 0.0, -0.0, -1.0]
    assert first_rows([key()], [values], 5) == [4, 2, 3, 1, 0]
    assert first_rows([key(descending=True)], [values], 2) == [0, 1]


def test_strings_are_ordered_by_their_bytes() -> None:
    assert ordered([b"a", b"\xc3\xa9", b"", b"B"], key()) == [b"", b"B", b"a", b"\xc3\xa9"]


def test_a_key_decides_where_those_before_it_are_equal_and_then_the_row() -> None:
    first, second = [1, 1, 2, 1], [7, 8, 9, 8]
    assert first_rows([key(), key(descending=True)], [first, second], 3) == [1, 3, 0]


def test_no_rows_are_in_order() -> None:
    assert first_rows([key()], [[]], 5) == []
