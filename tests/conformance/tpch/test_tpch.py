"""The 22 queries of TPC-H: the official answers in every mode, and what is pushed down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import happybase
import pytest
from pyspark.sql import DataFrame, SparkSession

import thrift_route
import variants
from pyspark_hbase._explain.scans import HBaseScan, hbase_scans
from pyspark_hbase.connection import connect
from pyspark_hbase.embedded import EmbeddedHBase
from tpch import answers, data, snapshots

_UTC: Final = variants.Semantics(ansi=True, time_zone="UTC")

MODES: Final = {
    "packed": variants.Variant(_UTC, "tpch_packed"),
    "columns": variants.Variant(_UTC, "tpch_columns"),
    "executor": variants.Variant(_UTC, "tpch_no_jar"),
    "coprocessor off": variants.Variant(_UTC, "tpch_packed", coprocessor=False),
}


# Of more than 5,000 rows, most of which many sub-plans give back.
_LARGE_TABLES: Final = {"lineitem", "orders", "partsupp"}


@dataclass(frozen=True, slots=True)
class Benchmark:
    """The tables are there: as views of ``plain``, and for ``session`` in catalog hbase."""

    plain: SparkSession
    session: SparkSession
    official: dict[int, list[list[str]]]

    def on_hbase(self, query: int, variant: variants.Variant) -> DataFrame:
        variant.apply(self.session)
        return self.session.sql(data.sql(query))


@pytest.fixture(scope="session")
def tpch(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Benchmark:
    folder = tmp_path_factory.mktemp("tpch")
    generator = data.Generator()
    generator.write(folder)
    plain = spark.newSession()
    variants.set_semantics(plain, _UTC)
    data.make(spark, plain, folder)
    return Benchmark(plain, spark.newSession(), generator.answers())


@pytest.mark.parametrize("query", data.QUERIES)
def test_the_answer_on_parquet_is_the_official_one(query: int, tpch: Benchmark) -> None:
    rows = tpch.plain.sql(data.sql(query)).collect()
    assert answers.difference(tpch.official[query], rows) is None


@pytest.mark.every_other(query=data.QUERIES, mode=MODES)
def test_the_answer_on_hbase_is_the_official_one(
    query: int, mode: variants.Variant, tpch: Benchmark
) -> None:
    frame = tpch.on_hbase(query, mode)
    rows = frame.collect()
    assert answers.difference(tpch.official[query], rows) is None
    if mode.coprocessor:
        variants.check_where_it_ran(mode, hbase_scans(frame))


@pytest.mark.parametrize("query", [1, 6])
def test_queries_of_one_table_have_the_official_answer_without_spark(
    query: int, tpch: Benchmark, hbase: EmbeddedHBase
) -> None:
    with connect(f"thrift://{hbase.thrift}", namespace="tpch_packed", time_zone="UTC") as cluster:
        table = cluster.sql(data.sql(query)).to_arrow()
    rows = [list(row.values()) for row in table.to_pylist()]
    assert answers.difference(tpch.official[query], rows) is None


@pytest.fixture
def static_plans(tpch: Benchmark) -> Iterator[None]:
    """Fix the plans: broadcasts and learned filters depend on sizes that the servers report."""
    settings = {
        "spark.sql.optimizer.dynamicPartitionPruning.enabled": "false",
        "spark.sql.autoBroadcastJoinThreshold": "-1",
    }
    for name, value in settings.items():
        tpch.session.conf.set(name, value)
    yield
    for name in settings:
        tpch.session.conf.unset(name)


@pytest.mark.usefixtures("static_plans")
@pytest.mark.parametrize("query", data.QUERIES)
def test_what_is_pushed_down_is_what_is_recorded(query: int, tpch: Benchmark, update: bool) -> None:
    # Adaptive execution drops scans whose join has no row.
    planned = [
        hbase_scans(tpch.on_hbase(query, variants.Variant(_UTC, namespace, adaptive=False)))
        for namespace in data.NAMESPACES
    ]
    found = {snapshots.text(scans) for scans in planned}
    assert len(found) == 1
    if update:
        snapshots.path(query).write_text(*found)
    assert found == {snapshots.path(query).read_text()}


@pytest.mark.usefixtures("static_plans")
def test_sub_plans_give_through_thrift_what_they_give_in_spark(
    tpch: Benchmark, thrift: happybase.Connection, pytestconfig: pytest.Config
) -> None:
    """Test the sub-plans; the ones that may return many rows run only with ``--every-variant``."""
    every = pytestconfig.getoption("--every-variant")
    variant = variants.Variant(_UTC, "tpch_packed", adaptive=False)
    sent = {
        (scan.hbase_table, scan.sub_plan): scan
        for query in data.QUERIES
        for scan in hbase_scans(tpch.on_hbase(query, variant))
        if thrift_route.can_express(scan.sub_plan) and (every or _gives_few_rows(scan))
    }
    assert len(sent) > len(data.QUERIES)
    for scan in sent.values():
        assert thrift_route.difference(scan, tpch.session, thrift) is None, scan


def _gives_few_rows(scan: HBaseScan) -> bool:
    return scan.hbase_table.split(":")[1] not in _LARGE_TABLES or any(
        operator.startswith("PartialAggregate") for operator in scan.operators
    )


def test_every_query_pushes_something_down(tpch: Benchmark) -> None:
    variant = variants.Variant(_UTC, "tpch_packed", adaptive=False)
    for query in data.QUERIES:
        scans = hbase_scans(tpch.on_hbase(query, variant))
        assert any(scan.operators for scan in scans), data.sql(query)
