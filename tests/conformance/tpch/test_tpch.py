"""The 22 queries of TPC-H: the official answers in every mode, and what is pushed down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import pytest
from pyspark.sql import DataFrame, SparkSession

import variants
from pyspark_hbase._scans import hbase_scans
from tpch import answers, data, snapshots

_UTC: Final = variants.Semantics(ansi=True, time_zone="UTC")

MODES: Final = {
    "packed": variants.Variant(_UTC, "tpch_packed"),
    "columns": variants.Variant(_UTC, "tpch_columns"),
    "executor": variants.Variant(_UTC, "tpch_no_jar"),
    "coprocessor off": variants.Variant(_UTC, "tpch_packed", coprocessor=False),
}


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


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("query", data.QUERIES)
def test_the_answer_on_hbase_is_the_official_one(query: int, mode: str, tpch: Benchmark) -> None:
    frame = tpch.on_hbase(query, MODES[mode])
    rows = frame.collect()
    assert answers.difference(tpch.official[query], rows) is None
    if MODES[mode].coprocessor:
        variants.check_where_it_ran(MODES[mode], hbase_scans(frame))


@pytest.fixture
def static_plans(tpch: Benchmark) -> Iterator[None]:
    """Which joins broadcast, and what they learn, depends on sizes that the servers report."""
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


def test_every_query_pushes_something_down(tpch: Benchmark) -> None:
    variant = variants.Variant(_UTC, "tpch_packed", adaptive=False)
    for query in data.QUERIES:
        scans = hbase_scans(tpch.on_hbase(query, variant))
        assert any(scan.operators for scan in scans), data.sql(query)
