"""Fixtures that the suites share: one embedded HBase and one Spark per run."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pyspark
import pytest
from ports import free_port
from pyspark.sql import SparkSession

import pyspark_hbase
from pyspark_hbase.embedded import EmbeddedHBase
from pyspark_hbase.embedded._launch import JAVA_OPTIONS_VARIABLE, JAVA_VARIABLE

CONF = {
    # The second query that reads a column is answered from memory.
    "hbase.sparksql.column.memory.eager": "true",
    # Small enough that a few hundred rows come in many frames, which the client must put together.
    "hbase.sparksql.frame.max.rows": "50",
    # Regions stay where they are: one that moves writes what it holds in memory to store files.
    "hbase.balancer.period": "0",
}

DATA_NODES = int(os.environ.get("PYSPARK_HBASE_TEST_DATA_NODES", "0"))
"""The number of data nodes that hold the files of the tests; 0 is one JVM and the local disk."""

# Of each JVM that a test starts, itself or through a command: the compiler C2 would cost more than
# it saves, and without it the plans of a suite fill the 48 MB that Java keeps for compiled code.
# The archive of ./build.sh it has its classes ready. A JVM with other jars starts without the
# archive and does not speak of it.
for variable, name in (("SPARK_SUBMIT_OPTS", "spark"), (JAVA_OPTIONS_VARIABLE, "embedded")):
    options = ["-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=480m", "-XX:+UseParallelGC"]
    archive = Path(__file__).parents[1] / f"build/class-data/{name}.jsa"
    has_our_java = variable != JAVA_OPTIONS_VARIABLE or JAVA_VARIABLE not in os.environ
    if archive.exists() and has_our_java:
        options += [f"-XX:SharedArchiveFile={archive}", "-Xlog:cds=off", "-Xlog:cds+dynamic=off"]
    os.environ.setdefault(variable, " ".join(options))

# Spark's host has another name than HBase's, which is localhost: an address of the loopback
# interface that needs no entry anywhere. SPARK_LOCAL_HOSTNAME chooses another name.
if sys.platform == "linux":
    os.environ.setdefault("SPARK_LOCAL_HOSTNAME", "127.0.0.2")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--names", type=int, default=1, help="number of tables with drawn names")
    parser.addoption("--names-seed", type=int, default=1, help="seed of these names")
    parser.addoption(
        "--faults", type=int, default=0, help="number of faults; 0 is those of CI, or those named"
    )
    parser.addoption("--faults-of", help="the names of faults in their order, with commas")
    parser.addoption("--faults-seed", type=int, default=1, help="seed of faults and statements")


# Of the examples that a newcomer runs. Spark's Java process writes where the tests do.
PAGES = ("test_readme", "test_pages", "test_python_page", "test_shell_page", "test_migration_page")
STACK_TRACE = re.compile(r"^\s+at \S+\(\S+\)$|^Caused by", re.M)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fails an example of a page that works and prints a stack trace all the same."""
    report = yield
    if report.passed and item.path.stem in PAGES:
        written = report.capstdout + report.capstderr
        if STACK_TRACE.search(written):
            report.outcome = "failed"
            report.longrepr = f"{item.nodeid} prints a stack trace:\n{written}"
    return report


@pytest.fixture(scope="session")
def hbase() -> Iterator[EmbeddedHBase]:
    """Two region servers and a Thrift gateway: processes of their own where DATA_NODES asks."""
    with EmbeddedHBase(
        region_servers=2,
        thrift=True,
        conf=CONF,
        separate_processes=bool(DATA_NODES),
        hdfs=DATA_NODES,
    ) as running:
        yield running


@pytest.fixture(scope="session")
def spark(hbase: EmbeddedHBase, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """A session with catalog hbase; tests that change settings take a newSession() of it."""
    # Spark's Python workers are this Python: sources in Python need its packages.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    settings: dict[str, Any] = {
        "spark.sql.shuffle.partitions": 2,
        "spark.ui.enabled": False,
        "spark.driver.memory": "2g",
        # Else each task that groups or sorts, and each broadcast, takes 16 MB for a few rows.
        "spark.buffer.pageSize": "1m",
        # The default since Spark 4.0: old times go into Parquet as they are.
        "spark.sql.parquet.datetimeRebaseModeInWrite": "CORRECTED",
        "spark.sql.parquet.int96RebaseModeInWrite": "CORRECTED",
        # Spark writes the plan of each query into an event that nobody reads.
        "spark.sql.ui.explainMode": "simple",
        "spark.sql.warehouse.dir": str(tmp_path_factory.mktemp("warehouse")),
    }
    # The jars of PySpark 3.5 have no server of Spark Connect.
    if not pyspark.__version__.startswith("3."):
        # The same session serves Spark Connect.
        settings["spark.plugins"] = "org.apache.spark.sql.connect.SparkConnectPlugin"
        settings["spark.connect.grpc.binding.port"] = free_port()
    session = pyspark_hbase.session(quorum=hbase.quorum, **settings)
    yield session
    session.stop()
