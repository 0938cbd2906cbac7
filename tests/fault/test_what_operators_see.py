"""Commands, EXPLAIN, metrics and logs while servers die."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from clusters import session_of
from gate import awaited
from ports import free_port
from pyspark.sql import SparkSession

import pyspark_hbase
from pyspark_hbase._spark.java import java_command
from pyspark_hbase.admin import Cluster, DeployOptions, deploy, undeploy
from pyspark_hbase.embedded import EmbeddedHBase

ROWS = 60_000
TABLE = "apart.default.seen"
SECONDS = 30
"""The time within which a command answers, whoever is gone; half of it starts Java and Python."""


@pytest.fixture(scope="module")
def session(apart: EmbeddedHBase, spark: SparkSession) -> Iterator[SparkSession]:
    """A table of three regions, larger than what Spark reads ahead of a task that waits."""
    session = session_of(apart, spark)
    session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "100")
    session.sql(
        f"CREATE TABLE {TABLE} (id INT NOT NULL, text STRING, PRIMARY KEY (id)) "
        "USING hbase TBLPROPERTIES ('hbase.splits' = '20000; 40000')"
    )
    rows = session.range(ROWS).selectExpr("CAST(id AS INT) AS id", "repeat('x', 100) AS text")
    rows.writeTo(TABLE).append()
    yield session
    session.sql(f"DROP TABLE {TABLE} PURGE")


@pytest.fixture
def cluster(apart: EmbeddedHBase) -> Iterator[Cluster]:
    with Cluster.connect(apart.quorum) as connected:
        yield connected


SLOW = r"A sub-plan was slow\. plan=(\w{16}) table=(\S+) .*user=(\S+) .*rowsScanned=(\d+)"


def command(apart: EmbeddedHBase, *words: str) -> tuple[int, str]:
    """The exit status of a command and what it prints, within seconds and without a stack."""
    line = [sys.executable, "-m", "pyspark_hbase.cli", words[0], "--quorum", apart.quorum]
    began = time.monotonic()
    done = subprocess.run([*line, *words[1:]], capture_output=True, text=True, check=False)
    assert time.monotonic() - began < SECONDS
    printed = done.stdout + done.stderr
    assert "\tat " not in printed
    assert "Failed after attempts" not in printed
    return done.returncode, printed


def test_commands_name_the_master_that_is_gone(apart: EmbeddedHBase, session: SparkSession) -> None:
    apart.servers.kill("master")
    try:
        code, printed = command(apart, "status", "seen")
        assert (code, "CLUSTER_UNREACHABLE] No HBase master answers" in printed) == (2, True)
        code, printed = command(apart, "doctor")
        assert code == 1
        assert re.search(r"OK +installation", printed)
        assert re.search(r"FAIL +cluster +\S+CLUSTER_UNREACHABLE] No HBase master", printed)
    finally:
        apart.servers.restart("master")


def test_explain_tells_why_regions_were_computed_in_spark(
    session: SparkSession, cluster: Cluster
) -> None:
    frame = session.sql(f"SELECT sum(id) FROM {TABLE}")
    undeploy(cluster, ["seen"])
    try:
        frame.collect()
    finally:
        deploy(cluster, ["seen"], DeployOptions(canary=False))
    [scan] = pyspark_hbase.explain(frame)._scans
    assert scan.counter("hbaseFallbacksMissing") == scan.counter("hbaseFallbacks") > 0
    # Whether the region servers were asked before the jar was taken away.
    planned = "because the coprocessor is absent" in scan.fallback
    assert planned or "without the coprocessor" in scan.fallback


def figures(pid: int) -> dict[str, str]:
    """The figures of our coprocessor that monitoring reads over JMX."""
    port = str(free_port())
    java = Path(java_command()).resolve()
    jcmd = [str(java.with_name("jcmd")), str(pid)]
    options = [f"jmxremote.port={port}", "jmxremote.authenticate=false", "jmxremote.ssl=false"]
    subprocess.run([*jcmd, "ManagementAgent.start", *options], check=True, capture_output=True)
    try:
        program = str(Path(__file__).with_name("Figures.java"))
        line = [str(java), program, port]
        printed = subprocess.run(line, check=True, capture_output=True, text=True).stdout
    finally:
        subprocess.run([*jcmd, "ManagementAgent.stop"], check=True, capture_output=True)
    return dict(line.rsplit(" ", 2)[1:] for line in printed.splitlines())


def shown(pids: list[int], figure: str) -> int:
    """The sum of a figure of servers; one without regions of ours shows none."""
    return sum(int(figures(pid).get(figure, "0")) for pid in pids)


def test_a_slow_sub_plan_is_one_line_in_the_log_and_a_figure(
    apart: EmbeddedHBase, session: SparkSession, cluster: Cluster
) -> None:
    cluster.set_value("seen", "hbase.sparksql.slow.millis", "1", SECONDS)
    session.sql(f"SELECT sum(length(sha2(text, 256))) FROM {TABLE}").collect()
    logs = apart.servers._folder.glob("region-server-*/log")
    lines = [line for log in logs for line in re.findall(SLOW, log.read_text())]
    assert len(lines) == 3  # noqa: PLR2004  (One for each region.)
    assert {(table, user) for _, table, user, _ in lines} == {("seen", cluster.user())}
    assert len({plan for plan, _, _, _ in lines}) == 1
    assert sum(int(rows) for _, _, _, rows in lines) == ROWS
    pids = [pid for name, pid in apart.servers.pids.items() if name.startswith("region-server")]
    # HBase shows new values every ten seconds.
    awaited(lambda: shown(pids, "SlowSubPlans") == len(lines), "slow sub-plans are counted")
    assert shown(pids, "RowsScanned") >= ROWS
