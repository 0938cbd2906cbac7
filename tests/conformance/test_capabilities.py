"""The capability list: what it claims is pushed down is, what it does not claim is not."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest
from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql.types import StructType

import capability_list
import capability_probe
import variants
from capability_list import ANSI_ONLY, LEGACY_ONLY, NO, PARTLY, YES
from capability_probe import ANSI, LEGACY_PART, MODES, NAMESPACE, Seen
from kinds import KINDS, PROPERTIES
from pyspark_hbase._answers import answer, difference
from pyspark_hbase._proto import sub_plan_pb2
from pyspark_hbase._scans import HBaseScan, hbase_scans

SECTIONS = capability_list.load()

# So many columns Spark still compiles to one stage.
BATCH = 20

# Spark puts Bloom filters into the plans of joins of large tables; no query can ask for one.
# Structs are put together only where their fields lie in several cells (ITStructCells).
NOT_IN_SQL = {"MIGHT_CONTAIN", "ASSEMBLE_STRUCT"}

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
    strings = StructType.fromDDL(re.sub(r"(VAR)?CHAR\(\d+\)", "STRING", KINDS.columns))
    plain.createDataFrame(KINDS.rows, strings).write.insertInto(KINDS.name)
    spark.sql(f"CREATE NAMESPACE hbase.{NAMESPACE}")
    spark.sql(KINDS.create(NAMESPACE, PROPERTIES))
    plain.table(KINDS.name).writeTo(f"hbase.{NAMESPACE}.{KINDS.name}").append()
    return plain, session


@pytest.fixture(scope="session")
def probe(both: tuple[SparkSession, SparkSession], update: bool) -> Probe:
    """What is pushed down of each example of a section; an update writes it to the list."""

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


@pytest.mark.parametrize("mode", MODES, ids=["ansi", "legacy"])
@pytest.mark.parametrize("name", [name for name, section in SECTIONS.items() if section.ask])
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
        for start in range(0, len(sqls), BATCH):
            part = sqls[start : start + BATCH]
            columns = ", ".join(f"{sql} AS c{i}" for i, sql in enumerate(part))
            check(section.ask.format(columns), mode, both, arrives)


@pytest.mark.parametrize("mode", MODES, ids=["ansi", "legacy"])
@pytest.mark.parametrize("name", SECTIONS)
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
