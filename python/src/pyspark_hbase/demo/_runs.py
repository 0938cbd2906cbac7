"""Runs one query on three routes and compares the answers."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from pyspark.sql import DataFrame, SparkSession

from pyspark_hbase._explain.scans import HBaseScan, hbase_scans
from pyspark_hbase.demo._answers import Answer, answer, difference
from pyspark_hbase.demo._flights import TABLE
from pyspark_hbase.demo._queries import Query
from pyspark_hbase.errors import PySparkHBaseError

COPROCESSOR: Final = "spark.sql.hbase.coprocessor"
SERVER_FILTER: Final = "spark.sql.hbase.customfilter"
"""Whether scans without the coprocessor carry a filter; whole rows are what is compared here."""


class WrongAnswerError(PySparkHBaseError):
    """Two routes to one answer disagree."""


@dataclass(frozen=True, slots=True)
class Run:
    """One query on one route."""

    frame: DataFrame
    answer: Answer
    seconds: float
    scans: list[HBaseScan]

    def total(self, metric: str) -> int:
        """Sum of a metric over the scans of the query."""
        return sum(scan.metrics[metric] for scan in self.scans)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One query on all routes, with equal answers."""

    query: Query
    pushed: Run
    plain: Run
    parquet: Run


def compare(spark: SparkSession, query: Query) -> Comparison:
    """Run ``query`` in the region servers, in Spark over HBase, and in Spark over Parquet.

    Raises :class:`WrongAnswerError` when the answers differ.
    """
    pushed = _run(spark, query, TABLE, coprocessor=True)
    plain = _run(spark, query, TABLE, coprocessor=False)
    parquet = _run(spark, query, "flights_parquet", coprocessor=False)
    for route, run in (("with the coprocessor", pushed), ("without the coprocessor", plain)):
        found = difference(parquet.answer, run.answer)
        if found is not None:
            raise WrongAnswerError(
                f"Query {query.name!r} over HBase {route} differs from Parquet: {found}."
            )
    return Comparison(query, pushed, plain, parquet)


def _run(spark: SparkSession, query: Query, table: str, *, coprocessor: bool) -> Run:
    """The faster of two runs: the first one of a JVM pays for compiling Spark's own code."""
    runs = [_run_once(spark, query, table, coprocessor=coprocessor) for _ in range(2)]
    return min(runs, key=lambda run: run.seconds)


def _run_once(spark: SparkSession, query: Query, table: str, *, coprocessor: bool) -> Run:
    settings = {COPROCESSOR: coprocessor, SERVER_FILTER: coprocessor}
    for key, value in settings.items():
        spark.conf.set(key, value)
    try:
        started = time.perf_counter()
        frame = spark.sql(query.sql.format(flights=table))
        rows = frame.collect()
        seconds = time.perf_counter() - started
    finally:
        for key in settings:
            spark.conf.unset(key)
    return Run(frame, answer(rows, ordered=query.ordered), seconds, hbase_scans(frame))
