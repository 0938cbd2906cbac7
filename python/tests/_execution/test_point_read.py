"""Rows that a sub-plan names by their row key: which are read by a get, and what comes out."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timezone
from decimal import Context, Decimal
from typing import Any

import pyarrow as pa
import pytest
from fake_gateway import FakeGateway, frame, row_result
from flights import EVERYTHING, FARE, FLIGHTS
from Hbase_thrift import IOError
from thriftpy2.transport import TTransportException

from pyspark_hbase import gateway, types
from pyspark_hbase._execution.prepared import prepared
from pyspark_hbase.expressions import col, count
from pyspark_hbase.packed import PackedSchema
from pyspark_hbase.plan import SubPlan
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
from pyspark_hbase.types import DataType, TypeKind
from pyspark_hbase.values import encode_value

FLIGHT = SubPlan.scan(FLIGHTS).filter(col("carrier") == "AA")
CELL = PackedSchema((types.INT, types.DATE, FARE, types.DOUBLE))


class Gets(FakeGateway):
    """Answers gets of one row; scans are answered as FakeGateway does."""

    def __init__(self, cells: dict[bytes, bytes] | Exception, *scans: Any) -> None:
        super().__init__(*scans)
        self.gets: list[tuple[bytes, bytes, Any]] = []
        self._cells = cells

    def getRowWithColumns(self, table: bytes, row: bytes, columns: Any, attributes: Any) -> Any:  # noqa: N802
        assert not attributes
        self.gets.append((table, row, columns))
        if isinstance(self._cells, Exception):
            raise self._cells
        if not self._cells:
            return []
        return [row_result(row, self._cells)]


def test_the_columns_of_a_packed_row_come_from_one_get() -> None:
    hbase = Gets({b"p:r": CELL.encode((7, date(2013, 6, 1), Decimal("1.50"), None))})
    table = FLIGHT.select("delay", "carrier", "fare", col("day").alias("d")).to_arrow(hbase)
    assert hbase.gets == [(b"flights", b"AA", [b"p"])]
    assert hbase.scans == []
    assert table.schema == pa.schema(
        [
            ("delay", pa.float64()),
            ("carrier", pa.string()),
            ("fare", pa.decimal128(10, 2)),
            ("d", pa.date32()),
        ]
    )
    assert table.to_pylist() == [
        {"delay": None, "carrier": "AA", "fare": Decimal("1.50"), "d": date(2013, 6, 1)}
    ]


def test_values_of_all_types_are_those_of_a_scan() -> None:
    plan = SubPlan.scan(EVERYTHING).filter((col("text") == "Zürich") & (col("big") == -4))
    values: dict[str, Any] = {
        "flag": True, "tiny": -1, "small": -2, "number": -3, "big": -4, "real": 0.5, "wide": 0.25,
        "price": Decimal("123.45"), "text": "Zürich", "raw": b"\xff", "day": date(1970, 1, 2),
        "at": datetime(1970, 1, 1, tzinfo=timezone.utc), "wall": datetime(1970, 1, 1),
    }  # fmt: skip
    cells = {}
    for column in EVERYTHING.columns:
        if isinstance(column.place, CellPlace):
            place = column.place
            data = encode_value(values[column.name], column.type, place.encoding)
            cells[place.family + b":" + place.qualifier] = data
    found = plan.to_arrow(Gets(cells))
    scanned = (True, -1, -2, -3, -4, 0.5, 0.25, 12345, "Zürich".encode(), b"\xff", 1, 0, 0)
    assert plan.row_bounds is not None
    every = gateway.read(plan, Gets(IOError(), [frame(plan, *plan.row_bounds, [scanned])]))
    assert found.equals(every)
    assert found.to_pylist() == [values]
    assert repr(_rows(plan, cells)) == repr(found.to_pylist())


def _rows(plan: SubPlan, cells: dict[bytes, bytes]) -> Any:
    point_read = prepared(plan).point_read
    assert point_read is not None
    return gateway.point_rows(point_read, Gets(cells))


ALL_KINDS = (
    types.BOOLEAN, types.TINYINT, types.SMALLINT, types.INT, types.BIGINT, types.FLOAT,
    types.DOUBLE, types.decimal(5, 2), types.decimal(38), types.decimal(20, 20), types.STRING,
    types.BINARY, types.DATE, types.TIMESTAMP, types.TIMESTAMP_NTZ,
)  # fmt: skip
INTERNAL: tuple[tuple[Any, ...], ...] = (
    (None,) * len(ALL_KINDS),
    (1, -128, -1, 0, 1 << 62, 0.5, float("nan"), 0, 0, 0, b"", b"", 0, 0, 0),
    (0, 127, 7, -5, -9, -0.0, -0.0, -1, 10**37, -5, "Zürich".encode(), b"\xff", -719162, -1, -1),
    (0, 1, 2, 3, 4, 1.5, float("-inf"), 99999, -(10**37), 1, b"a", b"\0", 2932896, 10**15, 10**15),
)


@pytest.mark.parametrize("internal", INTERNAL)
@pytest.mark.parametrize("is_packed", [True, False])
def test_rows_are_those_of_the_table(internal: tuple[Any, ...], is_packed: bool) -> None:
    key = Column("k", types.INT, KeyPlace(0), nullable=False)
    places = [
        PackedPlace(0, i) if is_packed else CellPlace(b"f", b"%d" % i)
        for i in range(len(ALL_KINDS))
    ]
    pairs = enumerate(zip(ALL_KINDS, places, strict=True))
    columns = [Column(f"c{i}", kind, place) for i, (kind, place) in pairs]
    cells = (PackedCell(b"f", b"p", ALL_KINDS),) if is_packed else ()
    plan = SubPlan.scan(TableSchema("t", "t", (key, *columns), cells, (b"f",)))
    values = [
        value if value is None or kind.kind is not TypeKind.DECIMAL else _decimal(value, kind)
        for value, kind in zip(internal, ALL_KINDS, strict=True)
    ]
    values[0] = None if values[0] is None else bool(values[0])
    stored: dict[bytes, bytes] = {b"f:_0": b""}
    if is_packed:
        stored[b"f:p"] = PackedSchema(ALL_KINDS).encode(_settable(values))
    else:
        for i, (value, kind) in enumerate(zip(_settable(values), ALL_KINDS, strict=True)):
            if value is not None:
                stored[b"f:%d" % i] = encode_value(value, kind, Encoding.ORDERED)
    plan = plan.filter(col("k") == 3)
    table = plan.to_arrow(Gets(stored))
    assert table.num_rows == 1
    assert repr(_rows(plan, stored)) == repr(table.to_pylist())


def _decimal(unscaled: int, kind: DataType) -> Decimal:
    return Decimal(unscaled).scaleb(-kind.scale, Context(prec=38))


def _settable(values: list[Any]) -> list[Any]:
    """As the codec takes them: what is a STRING, as text."""
    at = ALL_KINDS.index(types.STRING)
    text = values[at]
    return [*values[:at], None if text is None else text.decode(), *values[at + 1 :]]


@pytest.mark.parametrize("day", [2932897, -719163, -(1 << 31)])
def test_a_year_that_python_does_not_have_is_left_to_arrow(day: int) -> None:
    cells = {b"p:r": CELL.encode((1, day, None, None))}
    plan = FLIGHT.select("day")
    assert _rows(plan, cells) is None
    assert plan.to_arrow(Gets(cells)).column("day").cast(pa.int32()).to_pylist() == [day]


def test_a_text_that_is_not_utf_8_is_left_to_the_scan() -> None:
    columns = (
        Column("k", types.INT, KeyPlace(0), nullable=False),
        Column("t", types.STRING, CellPlace(b"f", b"t")),
    )
    plan = SubPlan.scan(TableSchema("t", "t", columns, families=(b"f",))).filter(col("k") == 1)
    assert _rows(plan, {b"f:t": b"\xff"}) is None
    point_read = prepared(plan).point_read
    assert point_read is not None
    assert gateway.point_table(point_read, Gets({b"f:t": b"\xff"})) is None


def test_no_row_is_an_empty_result_and_no_cell_is_null() -> None:
    plan = SubPlan.scan(EVERYTHING).filter((col("text") == "a") & (col("big") == 1))
    picked = plan.select("big", "price", "raw")
    assert picked.to_arrow(Gets({})).to_pylist() == []
    marker = Gets({b"f:_0": b""})
    assert picked.to_arrow(marker).to_pylist() == [{"big": 1, "price": None, "raw": None}]
    # The families of the columns, and that of the marker.
    assert marker.gets[0][2] == [b"f", b"g"]


def test_a_table_of_other_writers_is_asked_for_all_families() -> None:
    adopted = replace(EVERYTHING, families=())
    plan = SubPlan.scan(adopted).filter((col("text") == "a") & (col("big") == 1)).select("big")
    hbase = Gets({b"other:x": b"1"})
    assert plan.to_arrow(hbase).to_pylist() == [{"big": 1}]
    assert hbase.gets[0][2] is None


def test_the_salt_of_a_row_key_is_computed() -> None:
    salted = replace(FLIGHTS, key_prefix=KeyPrefix(KeyPrefixKind.SALT, 8, (0,)))
    hbase = Gets({})
    SubPlan.scan(salted).filter(col("carrier") == "AA").select("distance").to_arrow(hbase)
    ((_, row, _),) = hbase.gets
    assert row[1:] == b"AA" and row[0] < 8


@pytest.mark.parametrize(
    "plan",
    [
        pytest.param(SubPlan.scan(FLIGHTS), id="no condition"),
        pytest.param(SubPlan.scan(FLIGHTS).filter(col("carrier") >= "AA"), id="a range"),
        pytest.param(SubPlan.scan(FLIGHTS).filter(col("carrier").isin("AA")), id="a list"),
        pytest.param(FLIGHT.filter(col("distance") > 1), id="one more condition"),
        pytest.param(FLIGHT.filter(col("carrier") == "UA"), id="two values"),
        pytest.param(FLIGHT.select((col("distance") + 1).alias("d")), id="a computation"),
        pytest.param(FLIGHT.select("distance").filter(col("distance") > 1), id="a filter above"),
        pytest.param(FLIGHT.limit(0), id="no row wanted"),
        pytest.param(FLIGHT.agg(count()), id="an aggregate"),
        pytest.param(FLIGHT.order_by("distance").limit(1), id="an order"),
        pytest.param(
            SubPlan.scan(replace(FLIGHTS, undecodable_as_null=True)).filter(col("carrier") == "A"),
            id="NULL for what does not decode",
        ),
        pytest.param(SubPlan.scan(EVERYTHING).filter(col("text") == "a"), id="part of the row key"),
        pytest.param(
            SubPlan.from_bytes(FLIGHT.to_bytes(), hbase_table="flights"), id="given bytes"
        ),
    ],
)
def test_everything_else_is_a_scan(plan: SubPlan) -> None:
    assert prepared(plan).point_read is None
    assert prepared(FLIGHT.limit(1)).point_read is not None


@pytest.mark.parametrize(
    ("key", "value"),
    [
        pytest.param(Column("k", types.DOUBLE, KeyPlace(0)), 0.0, id="two zeros"),
        pytest.param(Column("k", types.INT, KeyPlace(0, Encoding.TEXT)), 7, id="007"),
        pytest.param(Column("k", types.BOOLEAN, KeyPlace(0, Encoding.HBASE)), True, id="any byte"),
        pytest.param(Column("k", types.STRING, KeyPlace(0)), "", id="no row key"),
    ],
)
def test_a_value_with_several_row_keys_or_none_is_scanned_for(key: Column, value: Any) -> None:
    table = TableSchema("t", "t", (replace(key, nullable=False),), families=(b"f",))
    assert prepared(SubPlan.scan(table).filter(col("k") == value)).point_read is None


def test_nested_values_are_left_to_the_region_servers() -> None:
    columns = (
        Column("k", types.INT, KeyPlace(0), nullable=False),
        Column("v", types.DataType.parse("ARRAY<INT>"), CellPlace(b"f", b"v", Encoding.NESTED)),
    )
    plan = SubPlan.scan(TableSchema("t", "t", columns, families=(b"f",))).filter(col("k") == 1)
    assert prepared(plan).point_read is None
    assert prepared(plan.select("k")).point_read is not None


@pytest.mark.parametrize("cell", [b"\x02", b"", CELL.encode((1, None, None, None))[:-1]])
def test_a_cell_that_does_not_decode_is_left_to_the_scan(cell: bytes) -> None:
    plan = FLIGHT.select("distance")
    hbase = Gets({b"p:r": cell}, [frame(plan, b"AA", b"AA\0", [(5,)])])
    assert plan.to_arrow(hbase).to_pylist() == [{"distance": 5}]
    assert len(hbase.scans) == 1


@pytest.mark.parametrize("reconnects", [0, 1])
def test_a_get_that_fails_is_left_to_the_scan(reconnects: int) -> None:
    plan = FLIGHT.select("distance")
    error = TTransportException(message="reset") if reconnects else IOError(message=b"no region")
    hbase = Gets(error, [frame(plan, b"AA", b"AA\0", [(5,)])])
    assert plan.to_arrow(hbase).to_pylist() == [{"distance": 5}]
    assert hbase.reconnects == reconnects


def test_bounds_that_leave_the_row_out_are_kept() -> None:
    plan = FLIGHT.select("distance")
    hbase = Gets({b"p:r": CELL.encode((1, None, None, None))})
    assert plan.to_arrow(hbase, start_row=b"AB").num_rows == 0
    assert plan.to_arrow(hbase, stop_row=b"AA").num_rows == 0
    assert plan.to_arrow(hbase, start_row=b"AA", stop_row=b"AA\0").num_rows == 1


def test_a_row_of_a_group_is_left_to_the_scan() -> None:
    key = Column("id", types.BIGINT, KeyPlace(0), nullable=False)
    columns = (key, Column("v", types.INT, PackedPlace(0, 0)))
    cells = (PackedCell(b"d", b"_p", (types.INT,)),)
    schema = TableSchema("default.t", "t", columns, cells, (b"d",), group_bits=54)
    plan = SubPlan.scan(schema).filter(col("id") == 5).select("v")
    group = bytes.fromhex("80000000000000")
    hbase = Gets({}, [frame(plan, group, group + b"\0", [(7,)])])
    assert plan.to_arrow(hbase).to_pydict() == {"v": [7]}
    assert hbase.gets == []
    (asked,) = hbase.scans
    assert (asked.scan.startRow, asked.scan.stopRow) == (group, group + b"\0")
