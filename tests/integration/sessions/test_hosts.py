"""Spark's executors and HBase's region servers on hosts of different names."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from pyspark.sql import SparkSession

LIMIT_SECONDS = 60

# In each, one stage reads a table together with rows that lie elsewhere.
QUERIES = {
    "union of a table and a shuffle": """
        SELECT a, count(*) FROM
          (SELECT a FROM hbase.default.hosts UNION ALL SELECT DISTINCT b FROM hbase.default.hosts)
        GROUP BY a ORDER BY a""",
    "union of a table and a list": """
        SELECT a, count(*) FROM
          (SELECT a FROM hbase.default.hosts UNION ALL SELECT * FROM VALUES (1), (2), (3))
        GROUP BY a ORDER BY a""",
    "union of point reads and a shuffle": """
        SELECT a, count(*) FROM
          (SELECT a FROM hbase.default.hosts WHERE id IN (1, 3, 5)
           UNION ALL SELECT DISTINCT b FROM hbase.default.hosts)
        GROUP BY a ORDER BY a""",
    "union of buckets and a shuffle": """
        SELECT a, count(*) FROM
          (SELECT a FROM hbase.default.salted_hosts
           UNION ALL SELECT DISTINCT b FROM hbase.default.hosts)
        GROUP BY a ORDER BY a""",
    "full outer join on an inequality": """
        SELECT count(*), sum(x.a), sum(y.b)
        FROM hbase.default.hosts x FULL OUTER JOIN hbase.default.hosts y ON x.id < y.id - 3""",
    "full outer join without a condition": """
        SELECT count(*), sum(x.a), sum(y.b)
        FROM hbase.default.hosts x FULL OUTER JOIN hbase.default.hosts y""",
}


@pytest.fixture(scope="module", autouse=True)
def tables(spark: SparkSession) -> Iterator[None]:
    """Eight rows twice, and as views of plain Spark."""
    columns = "(id INT NOT NULL, a INT, b INT, PRIMARY KEY (id)) USING hbase"
    spark.sql(f"CREATE TABLE hbase.default.hosts {columns}")
    spark.sql(f"CREATE TABLE hbase.default.salted_hosts {columns} CLUSTERED BY (id) INTO 2 BUCKETS")
    for table in ("hosts", "salted_hosts"):
        spark.sql(f"INSERT INTO hbase.default.{table} SELECT id, id % 3, id % 4 FROM range(8)")
        spark.range(8).selectExpr("int(id) id", "int(id % 3) a", "int(id % 4) b").createTempView(
            table
        )
    yield
    for table in ("hosts", "salted_hosts"):
        spark.catalog.dropTempView(table)
        spark.sql(f"DROP TABLE hbase.default.{table}")


def test_the_executors_host_is_no_region_servers(spark: SparkSession) -> None:
    """Else the tests below would prove nothing; SPARK_LOCAL_HOSTNAME chooses it."""
    servers = {
        row.server.split(":")[0]
        for row in spark.sql("SELECT server FROM hbase.default.hosts.regions").collect()
    }
    executors = spark.sparkContext._jsc.sc().getExecutorMemoryStatus().keys().mkString(" ").split()
    assert servers and not servers & {executor.rsplit(":", 1)[0] for executor in executors}


@pytest.mark.parametrize("adaptive", ["true", "false"])
@pytest.mark.parametrize("mode", ["auto", "off"])
@pytest.mark.parametrize("query", QUERIES)
def test_a_stage_over_a_table_and_other_rows_ends(
    spark: SparkSession, query: str, mode: str, adaptive: str
) -> None:
    session = spark.newSession()
    session.conf.set("spark.sql.adaptive.enabled", adaptive)
    session.conf.set("spark.sql.hbase.coprocessor", mode)
    expected = spark.sql(QUERIES[query].replace("hbase.default.", "")).collect()
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(session.sql(QUERIES[query]).collect)
        try:
            assert answer.result(timeout=LIMIT_SECONDS) == expected
        except TimeoutError:
            spark.sparkContext.cancelAllJobs()
            pytest.fail(f"the query has not ended after {LIMIT_SECONDS} s")
