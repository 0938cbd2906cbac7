from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from fake_gateway import FakeGateway, frame
from flights import FLIGHTS

from pyspark_hbase import types
from pyspark_hbase.expressions import Expression, col, count, lit
from pyspark_hbase.functions import like
from pyspark_hbase.plan import SubPlan
from pyspark_hbase.row_key import ESCAPED
from pyspark_hbase.table_schema import (
    CellPlace,
    Column,
    Encoding,
    KeyPlace,
    KeyPrefix,
    KeyPrefixKind,
    PackedCell,
    PackedPlace,
    TableSchema,
)


def table(*keys: Column, prefix: KeyPrefix | None = None) -> TableSchema:
    value = Column("v", types.INT, CellPlace(b"f", b"v"))
    return TableSchema("default.t", "t", (value, *keys), key_prefix=prefix)


A = Column("a", types.STRING, KeyPlace(0), nullable=False)
B = Column("b", types.INT, KeyPlace(1), nullable=False)
D = Column("d", types.DATE, KeyPlace(1, Encoding.ORDERED, descending=True), nullable=False)
PRICE = Column("p", types.decimal(9, 2), KeyPlace(0, Encoding.PHOENIX), nullable=False)
PHOENIX_DAY = Column(
    "d", types.DATE, KeyPlace(1, Encoding.PHOENIX, descending=True), nullable=False
)
NAMES = [
    Column(name, types.STRING, KeyPlace(i, Encoding.PHOENIX), nullable=False)
    for i, name in enumerate("xy")
]
TEXT = Column("n", types.INT, KeyPlace(0, Encoding.TEXT), nullable=False)
DOUBLE = Column("x", types.DOUBLE, KeyPlace(0), nullable=False)
E = Column("e", types.STRING, KeyPlace(0, form=ESCAPED), nullable=False)
DESCENDING = Column("e", types.STRING, KeyPlace(0, descending=True, form=ESCAPED), nullable=False)
SALT = KeyPrefix(KeyPrefixKind.SALT, 8, (0,))
FIVE = bytes.fromhex("80000005")


def bounds(schema: TableSchema, *filters: Expression) -> tuple[bytes, bytes] | None:
    plan = SubPlan.scan(schema)
    for each in filters:
        plan = plan.filter(each)
    return plan.row_bounds


@pytest.mark.parametrize(
    ("schema", "predicate", "expected"),
    [
        pytest.param(table(A, B), col("v") == 1, (b"", b""), id="no key column"),
        pytest.param(table(A, B), col("a") == "m", (b"m\0", b"m\1"), id="first column"),
        pytest.param(
            table(A, B),
            (lit("m") == col("a")) & (col("b") == 5),
            (b"m\0" + FIVE, b"m\0" + FIVE + b"\0"),
            id="one row",
        ),
        pytest.param(
            table(A, B),
            (col("a") == "m") & (col("b") > 5),
            (b"m\0" + FIVE, b"m\1"),
            id="lower bound of the second column",
        ),
        pytest.param(
            table(A, B),
            (col("a") == "m") & (col("b") <= 5) & (col("b") < 700),
            (b"m\0", b"m\0" + bytes.fromhex("80000006")),
            id="the tighter upper bound",
        ),
        pytest.param(table(A, B), col("b") == 5, (b"", b""), id="second column alone"),
        pytest.param(table(A, B), col("a").isin("m", "c", "k"), (b"c\0", b"m\1"), id="in"),
        pytest.param(table(A, B), like("a", "m%"), (b"m", b"n"), id="like"),
        pytest.param(table(A, B), like("a", "%m"), (b"", b""), id="like of an end"),
        pytest.param(table(A, B), col("a").startswith("m"), (b"m", b"n"), id="prefix"),
        pytest.param(table(A, B), col("a") > "m", (b"m\0", b""), id="above"),
        pytest.param(
            table(A, D),
            (col("a") == "m") & (col("d") >= date(1970, 1, 2)),
            (b"m\0", b"m\0" + bytes.fromhex("7fffffff")),
            id="descending",
        ),
        pytest.param(
            table(PRICE, PHOENIX_DAY),
            (col("p") == Decimal("12.50")) & (col("d") >= date(1970, 1, 1)),
            (bytes.fromhex("c10d3300"), bytes.fromhex("c10d330080")),
            id="as Phoenix writes them",
        ),
        pytest.param(
            table(PRICE), col("p") >= Decimal("-1"), (bytes.fromhex("3e6466"), b""), id="negative"
        ),
        pytest.param(table(*NAMES), col("x") == "m", (b"m", b"m\1"), id="or its end in Phoenix"),
        pytest.param(
            table(*NAMES),
            (col("x") == "m") & (col("y") == ""),
            (b"m", b"m\0\0"),
            id="an empty text, which Phoenix leaves out",
        ),
        pytest.param(table(A), col("a") == "m", (b"m", b"m\0"), id="the only column"),
        pytest.param(table(A), col("a") >= "m", (b"m", b""), id="at least"),
        pytest.param(table(TEXT), col("n") == 5, (b"", b""), id="several texts of one number"),
        pytest.param(table(DOUBLE), col("x") == 5.0, (b"", b""), id="several bytes of one number"),
        pytest.param(
            table(A, B, prefix=SALT), col("a") == "m", (b"\0m\0", b"\0m\1"), id="known bucket"
        ),
        pytest.param(table(A, B, prefix=SALT), col("a") > "m", (b"", b""), id="each bucket"),
        pytest.param(table(A), (col("a") < "c") & (col("a") > "m"), None, id="contradiction"),
        pytest.param(table(A), (col("a") < "c") & like("a", "m%"), None, id="no such prefix"),
        pytest.param(table(A, B), col("a") == "m\0", (b"", b""), id="a text that no key holds"),
        pytest.param(table(A), (col("a") == "m") | (col("v") == 1), (b"", b""), id="or"),
        pytest.param(
            table(E, B),
            (col("e") == "m\0") & (col("b") == 5),
            (b"m\0\xff\0\1" + FIVE, b"m\0\xff\0\1" + FIVE + b"\0"),
            id="escaped",
        ),
        pytest.param(
            table(E, B),
            like("e", "m\0%"),
            (b"m\0\xff", b"m\1"),
            id="what an escaped text starts with",
        ),
        pytest.param(
            table(DESCENDING, B),
            like("e", "m\0%"),
            (b"\x92\xff\x00", b"\x92\xff\x01"),
            id="what a descending text starts with",
        ),
    ],
)
def test_conditions_on_leading_key_columns_bound_the_scan(
    schema: TableSchema, predicate: Expression, expected: Any
) -> None:
    assert bounds(schema, predicate) == expected


@pytest.mark.parametrize(
    ("bits", "predicate", "expected"),
    [
        pytest.param(16, col("a") == "m", (b"m\0", b"m\1"), id="whole bytes"),
        pytest.param(36, col("b") == 5, (b"", b""), id="not the first column"),
        pytest.param(
            40,
            (col("a") == "m") & (col("b") == 5),
            (b"m\0\x80\0\0", b"m\0\x80\0\0\0"),
            id="the group of one row",
        ),
        pytest.param(
            44,
            (col("a") == "m") & (col("b") > 0x1234),
            (b"m\0\x80\0\x12\x30", b"m\1"),
            id="a part of a byte",
        ),
    ],
)
def test_groups_are_bound_as_a_whole(bits: int, predicate: Expression, expected: Any) -> None:
    value = Column("v", types.INT, PackedPlace(0, 0))
    cell = PackedCell(b"d", b"_p", (types.INT,))
    schema = TableSchema("default.t", "t", (A, B, value), (cell,), (b"d",), group_bits=bits)
    assert bounds(schema, predicate) == expected
    copy = SubPlan.from_bytes(SubPlan.scan(schema).to_bytes(), hbase_table="t")
    assert copy.schema.group_bits == bits


def test_no_error_of_a_condition_is_lost() -> None:
    divides = 1 / col("v") > 0
    by_key = col("a") == "m"
    assert bounds(table(A), divides, by_key) == (b"", b"")
    assert bounds(table(A), divides & by_key) == (b"", b"")
    assert bounds(table(A), by_key, divides) == (b"m", b"m\0")


def test_the_scan_has_the_bounds() -> None:
    plan = SubPlan.scan(FLIGHTS).filter(col("carrier") == "AA").agg(count().alias("n"))
    hbase = FakeGateway([frame(plan, b"AA", b"AA\0", [(3,)])])
    assert plan.to_arrow(hbase).to_pydict() == {"n": [3]}
    (asked,) = hbase.scans
    assert (asked.scan.startRow, asked.scan.stopRow) == (b"AA", b"AA\0")


def test_nothing_is_asked_where_no_row_can_pass() -> None:
    nothing = (col("carrier") < "AA") & (col("carrier") > "UA")
    plan = SubPlan.scan(FLIGHTS).filter(nothing).agg(count().alias("n"))
    hbase = FakeGateway([])
    assert plan.to_arrow(hbase).to_pydict() == {"n": [0]}
    assert hbase.scans == []
    copy = SubPlan.from_bytes(plan.to_bytes(), hbase_table="flights")
    assert copy.row_bounds is None
