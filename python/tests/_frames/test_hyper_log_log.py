from __future__ import annotations

import pytest

from pyspark_hbase._frames.hyper_log_log import estimate, registers

SPARKS = [
    (0, 1, 0),
    (1, 1, 1),
    (3, 1, 3),
    (10, 2, 10),
    (100, 2, 111),
    (260, 2, 363),
    (400, 3, 778),
    (512, 3, 1230),
    (512, 4, 1393),
    (512, 5, 1897),
    (512, 8, 2681),
    (512, 12, 3942),
    (512, 31, 11399),
    (512, 40, 12862),
    (512, 63, 22095),
]
"""Numbers of registers that are set, the bound of their values, the answer of Spark's class."""


@pytest.mark.parametrize(("count", "below", "expected"), SPARKS)
def test_registers_stand_for_as_many_values_as_in_spark(
    count: int, below: int, expected: int
) -> None:
    found = [1 + (i * 7 + i // 3) % below for i in range(count)] + [0] * (512 - count)
    padded = [*found, *[0] * 8]
    words = [
        sum(register << 6 * i for i, register in enumerate(padded[at : at + 10]))
        for at in range(0, 520, 10)
    ]
    assert registers(words) == found
    assert estimate(found) == expected
