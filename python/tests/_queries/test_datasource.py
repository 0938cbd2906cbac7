from __future__ import annotations

import pickle
from datetime import date
from itertools import pairwise
from typing import Any

import pytest
from fake_gateway import FakeGateway, frame
from fake_tables import FixedTables, connected
from flights import FLIGHTS
from Hbase_thrift import TRegionInfo
from pyspark.sql.types import StructType

from pyspark_hbase.errors import InvalidPlanError, SetupError
from pyspark_hbase.expressions import col
from pyspark_hbase.plan import SubPlan

spark = pytest.importorskip(
    "pyspark.sql.datasource", reason="PySpark 3.5 takes no sources in Python"
)

from pyspark_hbase import datasource  # noqa: E402  (PySpark 3.5 has nothing that it could be made of)
from pyspark_hbase.datasource import HBaseThriftSource  # noqa: E402

takes_filters = pytest.mark.skipif(
    not hasattr(spark, "Filter"), reason="PySpark 4.0 gives a source in Python no filters"
)

OPTIONS = {"gateway": "thrift://nowhere.invalid", "table": "flights"}
SCHEMA = StructType().add("carrier", "string").add("distance", "integer")


class Regions(FakeGateway):
    """A table of three regions."""

    def getTableRegions(self, table: bytes) -> list[TRegionInfo]:  # noqa: N802
        assert table == FLIGHTS.hbase_table.encode()
        borders = (b"", b"G", b"P", b"")
        return [TRegionInfo(startKey=a, endKey=b) for a, b in pairwise(borders)]


@pytest.fixture(autouse=True)
def answers(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return the list of answers to scans."""
    found: list[Any] = []
    tables = FixedTables(FLIGHTS)
    connect = lambda options: connected(Regions(*found), tables)  # noqa: E731
    monkeypatch.setattr(datasource, "_connected", connect)
    return found


def reader(*filters: spark.Filter) -> Any:
    found = HBaseThriftSource(OPTIONS).reader(SCHEMA)
    assert list(found.pushFilters(list(filters))) == []
    return found


def test_the_schema_is_that_of_the_table_or_of_the_listed_columns() -> None:
    everything = (
        "`carrier` string, `distance` int, `day` date, `fare` decimal(10,2), `delay` double"
    )
    assert HBaseThriftSource(OPTIONS).schema() == everything
    listed = HBaseThriftSource({**OPTIONS, "columns": "day, Carrier"})
    assert listed.schema() == "`day` date, `carrier` string"
    with pytest.raises(InvalidPlanError, match="UNKNOWN_COLUMN"):
        HBaseThriftSource({**OPTIONS, "columns": "nothing"}).schema()


def test_an_option_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SetupError, match="needs the option 'table'"):
        HBaseThriftSource({"gateway": "thrift://nowhere.invalid"}).schema()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"colums": "day"}, "no option 'colums'. Did you mean columns? Its options are gateway,"),
        ({"GATEWAYS": "x"}, "no option 'GATEWAYS'. Did you mean gateway?"),
        ({"path": "default.t"}, "no option 'path'"),
        ({"mode": "lax"}, "'mode' of the format hbase_thrift is failfast or permissive, not 'lax'"),
        ({"filters": "fals"}, "is true or false, not 'fals'. Did you mean false?"),
    ],
)
def test_unknown_options_are_refused_with_the_nearest(wrong: dict[str, str], says: str) -> None:
    with pytest.raises(SetupError) as found:
        HBaseThriftSource({**OPTIONS, **wrong})
    assert says in str(found.value)
    HBaseThriftSource({"Gateway": "thrift://host", "TABLE": "t", "mode": "FailFast"})


def test_the_mode_says_what_becomes_of_values_that_do_not_decode() -> None:
    def table(**options: str) -> Any:
        return HBaseThriftSource({**OPTIONS, **options}).reader(SCHEMA)._plan.schema

    assert table(mode="PERMISSIVE").undecodable_as_null
    assert not table(mode="failfast").undecodable_as_null
    assert table() is FLIGHTS


@takes_filters
def test_each_region_that_can_hold_rows_is_a_partition() -> None:
    values = [part.value for part in reader().partitions()]
    assert values == [(b"", b"G"), (b"G", b"P"), (b"P", b"")]
    bounded = reader(spark.GreaterThan(("carrier",), "H"), spark.LessThan(("carrier",), "Q"))
    assert [part.value for part in bounded.partitions()] == [(b"H", b"P"), (b"P", b"R")]
    never = reader(spark.GreaterThan(("carrier",), "Q"), spark.LessThan(("carrier",), "H"))
    assert never.partitions() == []
    assert list(never.read(spark.InputPartition(None))) == []


@takes_filters
def test_filters_are_conditions_of_the_sub_plan() -> None:
    found = reader(
        spark.EqualTo(("carrier",), "AA"),
        spark.Not(spark.In(("distance",), (1, 2))),
        spark.IsNotNull(("delay",)),
        spark.StringStartsWith(("carrier",), "A"),
    )
    assert found._plan.explain() == (
        "Scan(default.flights) -> Filter(carrier = 'AA') -> Filter(NOT (distance IN (1, 2))) "
        "-> Filter(delay IS NOT NULL) -> Filter(startswith(carrier, 'A'))"
    )


@takes_filters
@pytest.mark.parametrize(
    ("name", "column", "value"),
    [
        ("EqualTo", ("place", "city"), "x"),
        ("EqualTo", ("distance",), date(2024, 1, 1)),
        ("EqualTo", ("distance",), object()),
        ("StringContains", ("distance",), "1"),
    ],
)
def test_what_has_no_equal_stays_with_spark(
    name: str, column: tuple[str, ...], value: object
) -> None:
    refused = getattr(spark, name)(column, value)
    found = HBaseThriftSource(OPTIONS).reader(SCHEMA)
    assert list(found.pushFilters([refused])) == [refused]
    assert found._plan.operators == ()


@takes_filters
def test_filters_can_be_left_to_spark() -> None:
    found = HBaseThriftSource({**OPTIONS, "filters": "false"}).reader(SCHEMA)
    assert type(found).pushFilters is spark.DataSourceReader.pushFilters


@takes_filters
def test_rows_come_as_sparks_own_schema_has_them(answers: list[Any]) -> None:
    found = pickle.loads(pickle.dumps(reader(spark.GreaterThan(("distance",), 100))))
    plan = SubPlan.scan(FLIGHTS).filter(col("distance") > 100).select("carrier", "distance")
    answers.append([frame(plan, b"G", b"H", []), frame(plan, b"H", b"P", [(b"HA", None)])])
    (batch,) = found.read(found.partitions()[1])
    assert batch.to_pylist() == [{"carrier": "HA", "distance": None}]
