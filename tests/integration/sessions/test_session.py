"""Ways to get a session, each in a Python of its own: a JVM has one SparkContext."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from pyspark.sql import SparkSession

from pyspark_hbase._spark.jars import spark_jars_option
from pyspark_hbase.embedded import EmbeddedHBase

TIMEOUT_SECONDS = 120

PLAIN = """
from pyspark import SparkConf, SparkContext
conf = SparkConf().setMaster("local[1]").setAppName("t").set("spark.ui.enabled", "false")
"""


@pytest.fixture(scope="module")
def table(spark: SparkSession) -> Iterator[str]:
    """A table with two rows, made by another session."""
    spark.sql("CREATE TABLE hbase.default.seen (id INT NOT NULL, PRIMARY KEY (id)) USING hbase")
    spark.sql("INSERT INTO hbase.default.seen VALUES (1), (2)")
    yield "hbase.default.seen"
    spark.sql("DROP TABLE hbase.default.seen")


def python(program: str, hbase: EmbeddedHBase) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        env={
            **{name: value for name, value in os.environ.items() if name != "PYSPARK_PYTHON"},
            "QUORUM": hbase.quorum,
            "PYSPARK_HBASE_QUORUM": hbase.quorum,
        },
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )


def test_configure_serves_the_users_own_builder_and_keeps_its_settings(
    hbase: EmbeddedHBase, table: str
) -> None:
    result = python(
        f"""
import os
import pyspark_hbase
from pyspark.sql import SparkSession
builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
builder = builder.config("spark.sql.hbase.scanner.fetchsize", "7")
spark = pyspark_hbase.configure(builder, quorum=os.environ["QUORUM"]).getOrCreate()
print(spark.table("{table}").count(), spark.conf.get("spark.sql.hbase.scanner.fetchsize"))
# A second session of the same program finds the first.
print(pyspark_hbase.session(quorum=os.environ["QUORUM"]).table("{table}").count())
""",
        hbase,
    )
    assert result.stdout.split() == ["2", "7", "2"], result.stderr


def test_a_live_session_without_the_jar_is_an_error_that_says_what_to_do(
    hbase: EmbeddedHBase,
) -> None:
    result = python(
        PLAIN
        + """
import os
import pyspark_hbase
SparkContext(conf=conf)
pyspark_hbase.session(quorum=os.environ["QUORUM"])
""",
        hbase,
    )
    assert "SetupError: The Java process of Spark runs already" in result.stderr
    assert "In a new Python, call pyspark_hbase.session()" in result.stderr


def test_the_proposals_context_resolves_bare_names_in_hbase(
    hbase: EmbeddedHBase, table: str
) -> None:
    result = python(
        PLAIN
        + f"""
import os
from pyspark.errors import AnalysisException
from pyspark_hbase.sql import HBaseSQLContext, context
sc = SparkContext(conf=conf.set("spark.jars", "{spark_jars_option()}"))
context.register(sc)
from pyspark.sql import SparkSession
print(HBaseSQLContext(SparkSession(sc)).table("seen").count())
hbase = HBaseSQLContext(sc)
print(hbase.sql("SELECT count(*) FROM seen").collect()[0][0])
print(hbase.table("seen").count(), "seen" in [row.tableName for row in hbase.tables().collect()])
print("PartialAggregate" in hbase.session._jvm.PythonSQLUtils.explainString(
    hbase.sql("SELECT count(*) FROM seen")._jdf.queryExecution(), "simple"))

# A second context has settings and views of its own, and finds global views.
named = os.environ["QUORUM"].replace("127.0.0.1", "localhost")
other = HBaseSQLContext(sc, named)
key = "spark.sql.catalog.hbase.quorum"
print([each.session.conf.get(key) for each in (hbase, other)] == [os.environ["QUORUM"], named])
other.session.range(7).createGlobalTempView("seven")
print(hbase.table("global_temp.seven").count())
other.session.range(7).createTempView("mine")
other.session.conf.set("spark.sql.ansi.enabled", False)
print(hbase.session.conf.get("spark.sql.ansi.enabled"))
try:
    hbase.table("mine")
except AnalysisException as error:
    print(error.getCondition())
print(other.table("seen").count(), other.session.newSession().table("hbase.default.seen").count())

# Another Spark in the same process.
sc.stop()
again = HBaseSQLContext(SparkContext(conf=conf))
print(again.table("seen").count(), again.session.conf.get(key) == os.environ["QUORUM"])
""",
        hbase,
    )
    expected = ["2", "2", "2", "True", "True"]
    expected += ["True", "7", "true", "TABLE_OR_VIEW_NOT_FOUND", "2", "2", "2", "True"]
    assert result.stdout.split() == expected, result.stderr


def test_the_proposals_context_without_the_jar_says_how_to_start(hbase: EmbeddedHBase) -> None:
    result = python(
        PLAIN
        + """
from pyspark_hbase.sql import context
context.register(SparkContext(conf=conf))
""",
        hbase,
    )
    assert "started without pyspark-hbase-common and pyspark-hbase-spark" in result.stderr
    assert f"pyspark --jars {spark_jars_option()}" in result.stderr


def test_a_session_of_another_cluster_is_refused_and_a_second_catalog_reads_both(
    hbase: EmbeddedHBase, table: str
) -> None:
    result = python(
        f"""
import os
import pyspark_hbase
spark = pyspark_hbase.session(quorum=os.environ["QUORUM"], master="local[1]")
for ask in (
    lambda: pyspark_hbase.session(quorum="elsewhere:2181"),
    lambda: pyspark_hbase.configure(spark.builder, quorum="elsewhere:2181"),
):
    try:
        ask()
    except pyspark_hbase.errors.SetupError as error:
        print("elsewhere:2181" in str(error), f"of quorum {{os.environ['QUORUM']}}" in str(error))
        advice = str(error)
print(pyspark_hbase.session().table("{table}").count())
# What the error says, word by word, but for the address.
second = advice[advice.index("spark.conf.set"):].rstrip(".")
for line in second.replace("elsewhere:2181", os.environ["QUORUM"]).split(" and "):
    exec(line)
print(spark.table("{table.replace("hbase.", "other.", 1)}").count())
spark.stop()
print(pyspark_hbase.session(quorum=os.environ["QUORUM"]).table("{table}").count())
""",
        hbase,
    )
    expected = ["True", "True", "True", "True", "2", "2", "2"]
    assert result.stdout.split() == expected, result.stdout + result.stderr


def test_workers_of_python_are_the_interpreter_that_runs(hbase: EmbeddedHBase, table: str) -> None:
    result = python(
        f"""
import sys
import pyspark_hbase
from pyspark.sql import functions as F
spark = pyspark_hbase.session()
ours = F.udf(lambda n: __import__("pyspark_hbase").__name__ + __import__("sys").executable)
print(spark.table("{table}").select(ours("id")).first()[0] == "pyspark_hbase" + sys.executable)
""",
        hbase,
    )
    assert result.stdout.split() == ["True"], result.stderr
