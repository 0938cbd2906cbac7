"""Tests of users' mistakes: one clear message with the remedy, within seconds.

Wrong statements are in tests/statements.
"""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import programs
import pytest
from ports import free_port
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

# A cluster that is not there must not cost HBase's retries, which take ten minutes.
PATIENCE_SECONDS = 30


@pytest.fixture(scope="module")
def sql(spark: SparkSession) -> SparkSession:
    """A session with one table, ``t``."""
    session = spark.newSession()
    session.sql("CREATE NAMESPACE hbase.wrong_input")
    session.sql("USE hbase.wrong_input")
    session.sql(
        "CREATE TABLE t (id INT NOT NULL, s STRING NOT NULL, v DECIMAL(4,1), PRIMARY KEY (s, id)) "
        "USING hbase"
    )
    return session


def test_a_refused_row_does_not_keep_the_others_from_being_written_later(sql: SparkSession) -> None:
    rows = sql.createDataFrame(
        [(1, "a", None), (None, "b", None)], "id INT, s STRING, v DECIMAL(4,1)"
    )
    with pytest.raises(PySparkException, match="NULL"):
        rows.writeTo("t").append()
    rows.where("id IS NOT NULL").writeTo("t").append()
    assert sql.table("t").count() == 1


def test_an_unknown_setting_is_named_with_the_nearest_one(
    spark: SparkSession, sql: SparkSession
) -> None:
    session = sql.newSession()
    session.conf.set("spark.sql.hbase.coprocesor", "true")
    with pytest.raises(PySparkException, match=r"UNKNOWN_SETTING.*spark\.sql\.hbase\.coprocessor"):
        session.table("hbase.wrong_input.t").collect()


def test_a_setting_with_a_wrong_value_is_refused(sql: SparkSession) -> None:
    session = sql.newSession()
    with pytest.raises(Exception, match=r"(?s)spark\.sql\.hbase\.coprocessor.*require"):
        session.conf.set("spark.sql.hbase.coprocessor", "maybe")


def test_an_unknown_read_option_is_refused(sql: SparkSession) -> None:
    with pytest.raises(PySparkException, match="UNKNOWN_OPTION"):
        sql.read.option("fetchsizes", "3").table("t").collect()


def test_a_cluster_that_is_not_there_is_found_out_in_seconds(sql: SparkSession) -> None:
    session = sql.newSession()
    catalog = "spark.sql.catalog.elsewhere"
    session.conf.set(catalog, "org.apache.spark.sql.hbase.HBaseCatalog")
    session.conf.set(f"{catalog}.quorum", f"127.0.0.1:{free_port()}")
    started = time.monotonic()
    with pytest.raises(PySparkException, match="(?s)CLUSTER_UNREACHABLE.*127.0.0.1"):
        session.sql("SHOW TABLES IN elsewhere.default").collect()
    assert time.monotonic() - started < PATIENCE_SECONDS


def test_a_session_on_a_cluster_that_is_not_there_is_refused_at_once(tmp_path: Path) -> None:
    program = f"import pyspark_hbase; pyspark_hbase.session(quorum='127.0.0.1:{free_port()}')"
    started = time.monotonic()
    process = programs.start([sys.executable, "-c", program], tmp_path)
    assert process.wait(programs.PATIENCE_SECONDS) != 0
    assert time.monotonic() - started < PATIENCE_SECONDS
    errors = (tmp_path / "errors").read_text()
    assert re.search("not reachable.*Start HBase, or correct the quorum", errors), errors


def test_a_catalog_without_quorum_says_which_setting_is_missing(sql: SparkSession) -> None:
    session = sql.newSession()
    session.conf.set("spark.sql.catalog.bare", "org.apache.spark.sql.hbase.HBaseCatalog")
    with pytest.raises(Exception, match=r"(?s)QUORUM_MISSING.*quorum"):
        session.sql("SHOW TABLES IN bare.default").collect()
