"""``pyspark_hbase.explain`` over tables of a running cluster."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from pyspark.sql import SparkSession

import pyspark_hbase

QUERY = (
    "SELECT shop, sum(spent) FROM visits WHERE day = DATE'2024-01-02' AND spent > 3 GROUP BY shop"
)


@pytest.fixture(scope="module")
def sql(spark: SparkSession) -> SparkSession:
    """A session with the table ``visits``: 100 days in four regions."""
    session = spark.newSession()
    session.sql("CREATE NAMESPACE hbase.explain_tests")
    session.sql("USE hbase.explain_tests")
    session.sql(
        "CREATE TABLE visits (day DATE, shop STRING, spent INT, PRIMARY KEY (day, shop)) "
        "USING hbase TBLPROPERTIES "
        "('hbase.splits' = \"DATE'2024-01-20';DATE'2024-02-10';DATE'2024-03-01'\")"
    )
    session.sql(
        "INSERT INTO visits SELECT date_add(DATE'2024-01-01', CAST(id DIV 10 AS INT)), "
        "concat('shop', id % 10), CAST(id % 10 AS INT) FROM range(1000)"
    )
    return session


def test_a_plan_is_explained_before_it_runs(sql: SparkSession) -> None:
    text = pyspark_hbase.explain(sql.sql(QUERY))
    assert text.startswith("Scan of explain_tests.visits (HBase table explain_tests:visits)\n")
    assert '  row keys  key range ["\\x80\\x00M\\x0C", "\\x80\\x00M\\x0D")\n' in text
    assert "  regions   1 of 4 regions\n" in text
    assert "  fallback  not known before the query has run\n" in text
    assert "    key range  (day = DATE '2024-01-02')  limits the row keys;" in text
    assert "    server     (spent > 3)                checked row by row" in text
    assert "└─ Scan(explain_tests.visits)\n" in text
    assert "counters" not in text


def test_after_the_run_the_counters_are_real(sql: SparkSession) -> None:
    frame = sql.sql(QUERY)
    assert len(frame.collect()) == 6
    lines = [line.split("  ") for line in pyspark_hbase.explain(frame).splitlines()]
    counters = {line[2]: line[-1].strip() for line in lines if len(line) > 3 and not line[1]}
    assert counters["rows scanned in region servers"] == "10"
    assert counters["rows scanned that a filter dropped"] == "4"
    assert counters["regions read"] == "1"
    assert counters["regions without wanted row keys, not asked"] == "3"
    assert counters["key ranges read"] == "1"


def test_with_the_coprocessor_off_spark_checks_everything(sql: SparkSession) -> None:
    session = sql.newSession()
    session.conf.set("spark.sql.hbase.coprocessor", "false")
    session.sql("USE hbase.explain_tests")
    text = pyspark_hbase.explain(session.sql(QUERY))
    assert "(day = DATE '2024-01-02')  limits the row keys; Spark checks it" in text
    assert "  fallback  everything runs in Spark, because spark.sql.hbase.coprocessor is" in text


def test_joins_have_a_part_for_each_scan(sql: SparkSession) -> None:
    frame = sql.sql("SELECT a.day FROM visits a JOIN visits b ON a.shop = b.shop WHERE b.spent = 7")
    assert pyspark_hbase.explain(frame).count("Scan of explain_tests.visits") == 2


def test_the_page_has_a_box_for_each_region(sql: SparkSession) -> None:
    frame = sql.sql(QUERY)
    frame.collect()
    page = pyspark_hbase.explain(frame, format="html")
    HTMLParser().feed(page)
    assert page.count('<li class="touched"') == 1
    assert page.count('<li class="pruned"') == 3
    assert "Counters of the run" in page


def test_queries_of_other_tables_have_nothing_to_explain(sql: SparkSession) -> None:
    assert pyspark_hbase.explain(sql.range(3)) == "The query reads no HBase table.\n"
