"""Every case in every variant: the answer is plain Spark's, and what must be pushed down is."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from functools import cache
from typing import Any

import happybase
import pyspark
import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

import cases
import hbase_admin
import tables
import thrift_route
import variants
import without_spark
from pyspark_hbase._explain.scans import HBaseScan, hbase_scans
from pyspark_hbase._spark.older_pyspark import condition_of
from pyspark_hbase.admin._releases import release_of, releases
from pyspark_hbase.demo._answers import Answer, answer, difference
from pyspark_hbase.embedded import EmbeddedHBase

LINE = tuple(map(int, pyspark.__version__.split(".")[:2]))
# Without Spark, texts have the answers of this line.
IS_NEWEST = LINE >= (4, 3)
# Reasons for which older lines compute themselves what region servers compute for the newest one.
STAYS = re.compile(
    r"Spark (3\.5|before 4\.3) (makes|reads|computes)"
    r"|function gettimestamp is not|TIMESTAMP_ADD\(STRING"
)
TELLS_SUBQUERIES = LINE >= (4, 3)
NO_SUBQUERIES = "Spark before 4.3 tells a scan no values of subqueries"
KNOWS_LETTERS = LINE >= (4, 2)
LETTERS = re.compile(r"\b(upper|lower|ilike)\b", re.IGNORECASE)

# An answer, or the condition of the error that Spark raised.
Outcome = Answer | str
Oracle = Callable[[cases.Case, variants.Semantics], Outcome]


def outcome(frame: Callable[[], DataFrame], case: cases.Case) -> tuple[Outcome, list[HBaseScan]]:
    """Return the answer to a query; the scans are known only if it succeeds."""
    try:
        made = frame()
        rows: list[Any] = made.collect()
    except (PySparkException, Py4JJavaError) as error:
        return str(condition_of(error)), []
    return answer(rows, ordered=case.ordered), hbase_scans(made)


@pytest.fixture(scope="session")
def oracle(
    spark: SparkSession, hbase: EmbeddedHBase, tmp_path_factory: pytest.TempPathFactory
) -> Oracle:
    """Plain Spark over Parquet; makes the tables of both sides."""
    plain = spark.newSession()
    tables.make(spark, plain, tmp_path_factory.mktemp("tables"), hbase.quorum)

    @cache
    def ask(case: cases.Case, semantics: variants.Semantics) -> Outcome:
        variants.set_semantics(plain, semantics)
        return outcome(lambda: plain.sql(case.sql), case)[0]

    return ask


@pytest.fixture(scope="session")
def session(spark: SparkSession) -> SparkSession:
    """The session of all variants; each sets what it needs."""
    return spark.newSession()


@pytest.fixture(scope="session")
def session_without_extensions(spark: SparkSession) -> SparkSession:
    """The session of the variants that have no extensions."""
    return variants.session_without_extensions(spark)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Cases, each in the variants that take it in this turn, or in every one."""
    if "variant" in metafunc.fixturenames:
        every = metafunc.config.getoption("--every-variant")
        turn = metafunc.config.getoption("--turn")
        one_in = metafunc.config.getoption("--one-case-in")
        pairs = [
            pytest.param(case, variant, id=f"{case.name}-{variant}")
            for case in cases.load()
            if zlib.crc32(case.name.encode()) % one_in == 0
            for variant in variants.VARIANTS
            if (every or variant.takes(case.name, turn))
            and tables.are_in(variant.namespace, case.sql)
            and (variant.extensions or not case.needs_extensions)
        ]
        metafunc.parametrize(("case", "variant"), pairs)


def test_case(  # noqa: PLR0913, PLR0917  (fixtures)
    case: cases.Case,
    variant: variants.Variant,
    oracle: Oracle,
    session: SparkSession,
    session_without_extensions: SparkSession,
    thrift: happybase.Connection,
    hbase: EmbeddedHBase,
) -> None:
    if not variant.extensions:
        session = session_without_extensions
    expected = oracle(case, variant.semantics)
    if variant.without_spark and IS_NEWEST:
        assert without_spark.difference(case, variant, expected, hbase.thrift) is None, case.sql
    variant.apply(session)
    found, scans = outcome(lambda: session.sql(case.sql), case)
    if isinstance(expected, str) or isinstance(found, str):
        assert found == expected, case.sql
        return
    assert difference(expected, found) is None, case.sql
    if case.expected is not None:
        assert [as_text(row) for row in found] == list(case.expected)
    if variant.coprocessor:
        if variant.extensions:
            check_pushdown(case, scans)
        variants.check_where_it_ran(variant, scans)
    if variant.thrift:
        for scan in filter(lambda scan: thrift_route.can_express(scan.sub_plan), scans):
            assert thrift_route.difference(scan, session, thrift) is None, scan


@pytest.mark.usefixtures("oracle")
@pytest.mark.parametrize(
    ("namespace", "least", "most"),
    [
        ("packed", 0, 0),
        ("packed_files", 600, 600),
        ("columns_mixed", 100, 500),
        ("columns_scanner", 0, 0),
    ],
)
def test_rows_come_straight_from_store_files_where_they_should(
    namespace: str, least: int, most: int, session: SparkSession, hbase: EmbeddedHBase
) -> None:
    """On a release whose store files are not read, no row does."""
    with hbase_admin.connect(session, hbase.quorum) as admin:
        if not releases()[release_of(admin.version())[0]].is_direct:
            least = most = 0
    variant = next(one for one in variants.VARIANTS if one.namespace == namespace)
    variant.apply(session)
    frame = session.sql("SELECT sum(qty) FROM sales")
    frame.collect()
    (scan,) = hbase_scans(frame)
    assert scan.metrics["hbaseServerRowsScanned"] == 600
    assert least <= scan.metrics["hbaseStoreFileRows"] <= most


@pytest.mark.usefixtures("oracle")
def test_the_second_query_of_a_column_is_answered_from_memory(
    session: SparkSession, hbase: EmbeddedHBase
) -> None:
    """So are the cases over these tables: they ask for the same columns again and again."""
    with hbase_admin.connect(session, hbase.quorum) as admin:
        is_direct = releases()[release_of(admin.version())[0]].is_direct
    variant = next(one for one in variants.VARIANTS if one.namespace == "packed_files")
    variant.apply(session)
    for _ in range(2):
        frame = session.sql("SELECT sum(qty) FROM sales")
        frame.collect()
    (scan,) = hbase_scans(frame)
    assert scan.metrics["hbaseColumnMemoryRows"] == (600 if is_direct else 0)


def check_pushdown(case: cases.Case, scans: list[HBaseScan]) -> None:
    """Check the claims of the case about pushdown."""
    pushed = " ".join(scan.pushed for scan in scans)
    stays = " ".join(scan.refused for scan in scans)
    if not TELLS_SUBQUERIES and any("subquery" in operator for operator in case.pushed):
        assert NO_SUBQUERIES in stays, scans
    elif not KNOWS_LETTERS and case.pushed and LETTERS.search(case.sql):
        assert "Spark before 4.2 has the letters of Unicode 16" in stays, scans
    elif IS_NEWEST or not STAYS.search(stays):
        for operator in case.pushed:
            assert operator in pushed, scans
    for operator in case.not_pushed:
        assert operator not in pushed, scans
    for reason in case.stays:
        # What is said of a condition is the first reason.
        assert reason in stays or NO_SUBQUERIES in stays, scans


def as_text(row: tuple[Any, ...]) -> str:
    """One line of a case's expected rows."""
    return "\t".join("NULL" if value is None else str(value) for value in row)
