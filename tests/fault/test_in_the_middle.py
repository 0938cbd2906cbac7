"""Harm between the first rows of a query and its last ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from clusters import session_of
from gate import Gate, held
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from pyspark_hbase.connection import connect
from pyspark_hbase.embedded import EmbeddedHBase

ROWS = 60_000
TABLE = "apart.default.middle"
SUM = f"SELECT count(*) AS n, sum(id) AS s, sum(length(text)) AS l FROM {TABLE}"
WHOLE = {"n": ROWS, "s": ROWS * (ROWS - 1) // 2, "l": 100 * ROWS}


@pytest.fixture
def session(apart: EmbeddedHBase, spark: SparkSession) -> Iterator[SparkSession]:
    """A table of three regions, larger than what Spark reads ahead of a task that waits."""
    session = session_of(apart, spark)
    session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "100")
    create(session)
    fill(session)
    yield session
    session.sql(f"DROP TABLE IF EXISTS {TABLE} PURGE")


def create(session: SparkSession) -> None:
    session.sql(
        f"CREATE TABLE {TABLE} (id INT NOT NULL, text STRING, PRIMARY KEY (id)) "
        "USING hbase TBLPROPERTIES ('hbase.splits' = '20000; 40000')"
    )


def fill(session: SparkSession, gate: Gate | None = None) -> None:
    rows = session.range(ROWS).selectExpr("CAST(id AS INT) AS id", "repeat('x', 100) AS text")
    (gate.hold(rows) if gate else rows).writeTo(TABLE).append()


def answer(session: SparkSession, gate: Gate | None = None) -> dict[str, int]:
    """The sum that region servers compute, or that of rows which wait at a gate."""
    if gate is None:
        [row] = session.sql(SUM).collect()
    else:
        gate.hold(session.table(TABLE)).createOrReplaceTempView("held")
        [row] = session.sql(SUM.replace(TABLE, "held")).collect()
    return row.asDict()


def test_a_region_server_dies_while_its_rows_are_read(
    apart: EmbeddedHBase,
    session: SparkSession,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    with held(tmp_path, partial(answer, session)) as reading:
        apart.servers.kill("region-server-1")
    assert reading.result() == WHOLE
    apart.servers.restart("region-server-1")
    assert answer(session) == WHOLE
    # Whoever sits before a console learns that a server is silent, and sees no stack of Java.
    assert "\tat " not in capfd.readouterr().err


def test_zookeeper_is_away_while_rows_are_read(
    apart: EmbeddedHBase, session: SparkSession, tmp_path: Path
) -> None:
    with held(tmp_path, partial(answer, session)) as reading:
        apart.servers.pause("zookeeper")
    assert reading.result() == WHOLE
    apart.servers.restart("zookeeper")
    assert answer(session) == WHOLE


def test_a_region_server_dies_while_rows_are_written(
    apart: EmbeddedHBase, session: SparkSession, tmp_path: Path
) -> None:
    session.sql(f"TRUNCATE TABLE {TABLE}")
    with held(tmp_path, partial(fill, session)) as writing:
        apart.servers.kill("region-server-2")
    writing.result()
    assert answer(session) == WHOLE
    apart.servers.restart("region-server-2")
    assert answer(session) == WHOLE


def add_column(apart: EmbeddedHBase, session: SparkSession) -> None:
    session.sql(f"ALTER TABLE {TABLE} ADD COLUMN more INT")


def disable_and_enable(apart: EmbeddedHBase, session: SparkSession) -> None:
    with connect(f"thrift://{apart.thrift}") as asking, asking.gateway() as gateway:
        gateway.disable_table("middle")
        gateway.enable_table("middle")


def truncate(apart: EmbeddedHBase, session: SparkSession) -> None:
    session.sql(f"TRUNCATE TABLE {TABLE}")


def drop_and_create(apart: EmbeddedHBase, session: SparkSession) -> None:
    session.sql(f"DROP TABLE {TABLE} PURGE")
    create(session)
    session.sql(f"INSERT INTO {TABLE} VALUES (7, 'other')")


GONE = ("SPARKSQL_HBASE.READ_FAILED", "SPARKSQL_HBASE.HBASE_TABLE_MISSING")
EMPTY = {"n": 0, "s": None, "l": None}


@pytest.mark.parametrize(
    ("change", "after"),
    [
        (add_column, WHOLE),
        (disable_and_enable, WHOLE),
        (truncate, EMPTY),
        (drop_and_create, {"n": 1, "s": 7, "l": 5}),
    ],
)
def test_a_table_changes_while_its_rows_are_read(
    apart: EmbeddedHBase,
    session: SparkSession,
    tmp_path: Path,
    change: Callable[[EmbeddedHBase, SparkSession], None],
    after: dict[str, int | None],
) -> None:
    with held(tmp_path, partial(answer, session)) as reading:
        change(apart, session)
    try:
        assert reading.result() == WHOLE
    except PySparkException as error:
        # Rows that are gone are never missing in silence. Those that stay may be read late.
        assert change is not add_column
        assert error.getCondition() in GONE
    assert answer(session) == after
