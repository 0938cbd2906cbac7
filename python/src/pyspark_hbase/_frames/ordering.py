"""The order of rows by sort keys, as Spark has it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from pyspark_hbase._planning.operators import SortKey


def first_rows(keys: Sequence[SortKey], columns: Sequence[Sequence[Any]], count: int) -> list[int]:
    """Positions of the first rows in order; of equal rows the earlier one is first.

    ``columns`` are the internal values of the columns that the keys name, one for each key.
    """
    rows = list(range(len(columns[0])))
    # Sorting is stable: the last key first, and whether there is a value after the value.
    for key, values in reversed(list(zip(keys, columns, strict=True))):
        ranks = [_rank(value) for value in values]
        rows.sort(key=ranks.__getitem__, reverse=key.descending)
        absent = [(value is None) == key.nulls_last for value in values]
        rows.sort(key=absent.__getitem__)
    return rows[:count]


def _rank(value: Any) -> tuple[Any, ...]:
    if value is None:
        return ()
    if isinstance(value, float) and math.isnan(value):
        return (1,)
    return (0, value)
