"""The capability list: what it claims is pushed down is, what it does not claim is not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, Row, SparkSession

import capability_list
import capability_probe
import variants
from capability_list import ANSI_ONLY, LEGACY_ONLY, NO, PARTLY, YES, Section
from capability_probe import ANSI, LEGACY_PART, MODES, NAMESPACE, Seen
from kinds import KINDS, PROPERTIES
from pyspark_hbase._explain.scans import HBaseScan, hbase_scans
from pyspark_hbase._proto import sub_plan_pb2
from pyspark_hbase._spark.older_pyspark import condition_of
from pyspark_hbase.demo._answers import Answer, answer, difference
from tables import struct_of

SECTIONS = capability_list.load()

# So many columns Spark still compiles to one stage.
BATCH = 20

# Spark puts Bloom filters into the plans of joins of large tables; no query can ask for one.
# Structs are put together only where their fields lie in several cells (ITStructCells).
NOT_IN_SQL = {"MIGHT_CONTAIN", "ASSEMBLE_STRUCT"}

ZONES = ("UTC", variants.LOS_ANGELES, variants.KOLKATA)

# So many examples at least depend on the zone, or the list has lost some.
LEAST_OF_ZONES = 40

# In ANSI mode they raise errors, in legacy mode they are NULL where they have no value.
RAISING = (
    "CAST(s AS TIMESTAMP)",
    "to_timestamp(s, 'yyyy-MM-dd HH:mm:ss')",
    "to_date(s, 'yyyy-MM-dd')",
    "unix_timestamp(s, 'yyyy-MM-dd HH:mm:ss')",
    "timestampadd(YEAR, 400000, at)",
    "at + INTERVAL '300000' YEAR",
)

MODE_NAMES = dict(zip(("ansi", "legacy"), MODES, strict=True))

Probe = Callable[[str], list[Seen]]


@pytest.fixture(scope="session")
def both(
    spark: SparkSession, tmp_path_factory: pytest.TempPathFactory
) -> tuple[SparkSession, SparkSession]:
    """Plain Spark with table ``kinds``, and Spark on HBase with the same rows."""
    plain, session = spark.newSession(), spark.newSession()
    folder = tmp_path_factory.mktemp("kinds")
    plain.sql(f"CREATE TABLE {KINDS.name} ({KINDS.columns}) USING parquet LOCATION '{folder}'")
    # Of CHAR and VARCHAR there are no values outside of tables.
    strings = struct_of(re.sub(r"(VAR)?CHAR\(\d+\)", "STRING", KINDS.columns))
    plain.createDataFrame(KINDS.rows, strings).write.insertInto(KINDS.name)
    spark.sql(f"CREATE NAMESPACE hbase.{NAMESPACE}")
    spark.sql(KINDS.create(NAMESPACE, PROPERTIES))
    plain.table(KINDS.name).writeTo(f"hbase.{NAMESPACE}.{KINDS.name}").append()
    return plain, session


@pytest.fixture(scope="session")
def probe(both: tuple[SparkSession, SparkSession], update: bool) -> Probe:
    """Return the pushed part of each example of a section; an update writes it to the list."""

    @cache
    def ask(name: str) -> list[Seen]:
        section = SECTIONS[name]
        seen = capability_probe.observe(both[1], section)
        if update:
            SECTIONS[name] = section.with_examples([one.example for one in seen])
            capability_list.save(SECTIONS[name])
        return seen

    return ask


@pytest.mark.parametrize("name", SECTIONS)
def test_what_is_claimed_is_what_the_planner_does(name: str, probe: Probe) -> None:
    found = [one.example for one in probe(name)]
    claimed = SECTIONS[name].examples
    changed = [pair for pair in zip(claimed, found, strict=True) if pair[0] != pair[1]]
    assert not changed, "run ./build.sh claims and look at the difference"


@pytest.mark.parametrize("name", SECTIONS)
def test_what_stays_in_spark_says_why(name: str, probe: Probe) -> None:
    for seen in probe(name):
        if seen.example.claim in (NO, PARTLY, ANSI_ONLY, LEGACY_ONLY):
            assert seen.example.reason, seen.example


@pytest.mark.every_other(
    name=[name for name, section in SECTIONS.items() if section.ask], mode=MODE_NAMES
)
def test_expressions_that_are_claimed_send_groups_and_others_send_rows(
    name: str, mode: variants.Semantics, probe: Probe, both: tuple[SparkSession, SparkSession]
) -> None:
    section = SECTIONS[name]
    claims = (YES, ANSI_ONLY if mode == ANSI else LEGACY_ONLY)
    pushed, shipped = [], []
    for seen in probe(name):
        if not seen.example.is_query and seen.by_mode[MODES.index(mode)] is not None:
            (pushed if seen.example.claim in claims else shipped).append(seen.example.sql)
    for sqls, arrives in ((pushed, fewer_rows), (shipped, every_row)):
        for query in batches(section, sqls):
            check(query, mode, both, arrives)


@pytest.mark.every_other(name=SECTIONS, mode=MODE_NAMES)
def test_queries_that_reduce_in_the_region_servers_send_fewer_rows(
    name: str, mode: variants.Semantics, both: tuple[SparkSession, SparkSession]
) -> None:
    for example in SECTIONS[name].examples:
        if example.sql.startswith("SELECT "):
            claim = example.claim.split(LEGACY_PART)[0 if mode == ANSI else -1]
            reduces = not set(claim.split("+")) <= {"Columns", "Project"}
            is_one_scan = "|" not in claim
            arrives = (fewer_rows if reduces else every_row) if is_one_scan else anything
            check(example.sql, mode, both, arrives)


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("ansi", [True, False], ids=["ansi", "legacy"])
def test_what_depends_on_the_time_zone_is_plain_sparks_in_every_zone(
    ansi: bool, zone: str, probe: Probe, both: tuple[SparkSession, SparkSession]
) -> None:
    mode = variants.Semantics(ansi, zone)
    met = 0
    for name, section in SECTIONS.items():
        sqls = [seen.example.sql for seen in probe(name) if depends_on_zone(seen)]
        met += len(sqls)
        for query in batches(section, sqls):
            check(query, mode, both, fewer_rows)
    assert met >= LEAST_OF_ZONES


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("expression", RAISING)
def test_errors_that_depend_on_the_time_zone_are_plain_sparks_in_every_zone(
    expression: str, zone: str, both: tuple[SparkSession, SparkSession]
) -> None:
    plain, session = both
    query = f"SELECT count({expression}) FROM kinds"
    for ansi in (True, False):
        mode = variants.Semantics(ansi, zone)
        variants.set_semantics(plain, mode)
        capability_probe.variant(mode).apply(session)
        expected, found = plain.sql(query), session.sql(query)
        (scan,) = hbase_scans(found)
        assert capability_probe.names_zone(scan.sub_plan), scan
        assert not scan.refusals, scan
        answered = outcome(expected)
        assert outcome(found) == answered, mode
        assert isinstance(answered, str) or not ansi


def test_every_function_of_the_contract_is_in_an_example_that_is_pushed_down(probe: Probe) -> None:
    sub_plans = [
        sub_plan
        for name in SECTIONS
        for seen in probe(name)
        for one in filter(None, seen.by_mode)
        for sub_plan in one.sub_plans
    ]
    contract = sub_plan_pb2.Function.keys()[1:] + sub_plan_pb2.AggregateFunction.keys()[1:]
    assert set(contract) - capability_probe.functions(sub_plans) == NOT_IN_SQL


def batches(section: Section, sqls: list[str]) -> Iterator[str]:
    """Queries that ask for all these expressions."""
    for start in range(0, len(sqls), BATCH):
        part = sqls[start : start + BATCH]
        columns = ", ".join(f"{sql} AS c{i}" for i, sql in enumerate(part))
        yield section.ask.format(columns)


def depends_on_zone(seen: Seen) -> bool:
    """Whether an expression runs in the region servers and needs the session's time zone there."""
    sub_plans = [sub_plan for one in filter(None, seen.by_mode) for sub_plan in one.sub_plans]
    return seen.example.claim == YES and any(map(capability_probe.names_zone, sub_plans))


def outcome(frame: DataFrame) -> Answer | str:
    """The rows, or the condition of the error."""
    try:
        return answer(frame.collect())
    except PySparkException as error:
        return str(condition_of(error))
    except Py4JJavaError as error:
        # Spark lets those of java.lang.Math out; the product's are the subclass with a condition.
        assert "java.lang.ArithmeticException" in str(error.java_exception), error
        return "ARITHMETIC_OVERFLOW"


def check(
    query: str,
    mode: variants.Semantics,
    both: tuple[SparkSession, SparkSession],
    arrives: Callable[[HBaseScan], bool],
) -> None:
    """The answer is plain Spark's, and what crosses the wire is as expected."""
    plain, session = both
    variants.set_semantics(plain, mode)
    capability_probe.variant(mode).apply(session)
    expected: list[Row] = plain.sql(query).collect()
    frame: DataFrame = session.sql(query)
    assert difference(answer(expected), answer(frame.collect())) is None, query
    for scan in hbase_scans(frame):
        assert scan.metrics["hbaseLocalRowsScanned"] == 0, scan
        assert arrives(scan), (query, scan)


def fewer_rows(scan: HBaseScan) -> bool:
    return scan.metrics["hbaseRowsReceived"] < len(KINDS.rows)


def every_row(scan: HBaseScan) -> bool:
    return scan.metrics["hbaseRowsReceived"] == len(KINDS.rows)


def anything(scan: HBaseScan) -> bool:
    del scan
    return True
