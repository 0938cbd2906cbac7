"""Commands, EXPLAIN, metrics and logs while servers die."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from clusters import ROWS, TABLE, Command
from gate import Gate, awaited, held
from pyspark.sql import DataFrame, SparkSession
from server_objects import figures

import pyspark_hbase
from pyspark_hbase.admin import Cluster, DeployOptions, RegionState, deploy, undeploy
from pyspark_hbase.embedded import EmbeddedHBase
from pyspark_hbase.errors import CodedError

SECONDS = 30
"""The time within which a command answers, whoever is gone; half of it starts Java and Python."""


SLOW = r"A sub-plan was slow\. plan=(\w{16}) table=(\S+) .*user=(\S+) .*rowsScanned=(\d+)"


@pytest.fixture
def command(apart: EmbeddedHBase) -> Command:
    return Command(apart.servers.client_settings, SECONDS)


def server_of_first_region(apart: EmbeddedHBase, cluster: Cluster) -> str:
    port = int(cluster.regions("kept")[0].server.rpartition(":")[2])
    [name] = (server.name for server in apart.servers._servers.values() if server.port == port)
    return name


def servers_of(cluster: Cluster) -> set[str]:
    """The servers that answer for all regions, as ``status`` names them; else none."""
    try:
        answers = cluster.handshakes("kept")
    except CodedError as error:
        # It had hbase:meta.
        assert "CLUSTER_UNREACHABLE] Region servers" in str(error)
        return set()
    is_on = all(answer.state is RegionState.ON for answer in answers)
    return {answer.server for answer in answers} if is_on else set()


def test_commands_tell_the_truth_while_a_region_server_is_gone(
    apart: EmbeddedHBase, session: SparkSession, cluster: Cluster, command: Command
) -> None:
    dying = server_of_first_region(apart, cluster)
    apart.servers.kill(dying)
    try:
        # The regions move off the dead server while they are asked.
        servers = awaited(lambda: servers_of(cluster), "all regions answer")
        assert len(servers) == 1
        printed = command("status", "kept")
        assert "3/3" in printed
        assert set(re.findall(r"localhost:\d+", printed)) == servers
        printed = command("doctor")
        assert re.search(r"WARN +servers +1 dead", printed)
        assert re.search(r"OK +table kept +3 regions run", printed)
    finally:
        apart.servers.restart(dying)


def test_commands_name_the_master_that_is_gone(
    apart: EmbeddedHBase, session: SparkSession, command: Command
) -> None:
    apart.servers.kill("master")
    try:
        told = "CLUSTER_UNREACHABLE] No HBase master answers"
        assert told in command("status", "kept", status=2)
        printed = command("doctor", status=1)
        assert re.search(r"OK +installation", printed)
        assert re.search(r"FAIL +cluster +\S+CLUSTER_UNREACHABLE] No HBase master", printed)
    finally:
        apart.servers.restart("master")


def test_explain_tells_of_a_region_server_that_died_under_the_query(
    apart: EmbeddedHBase, session: SparkSession, cluster: Cluster, tmp_path: Path
) -> None:
    dying = server_of_first_region(apart, cluster)
    frames: list[DataFrame] = []

    def read(gate: Gate) -> int:
        frames.append(gate.hold(session.table(TABLE)))
        return len(frames[0].collect())

    with held(tmp_path, read) as reading:
        apart.servers.kill(dying)
    assert reading.result() == ROWS
    apart.servers.restart(dying)
    [scan] = pyspark_hbase.explain(frames[0])._scans
    assert scan.counter("hbaseReopens") >= 1
    assert scan.fallback == "none: region servers computed every key range"


def test_explain_tells_why_regions_were_computed_in_spark(
    session: SparkSession, cluster: Cluster
) -> None:
    frame = session.sql(f"SELECT sum(id) FROM {TABLE}")
    undeploy(cluster, ["kept"])
    try:
        frame.collect()
    finally:
        deploy(cluster, ["kept"], DeployOptions(canary=False))
    [scan] = pyspark_hbase.explain(frame)._scans
    assert scan.counter("hbaseFallbacksMissing") == scan.counter("hbaseFallbacks") > 0
    # Whether the region servers were asked before the jar was taken away.
    planned = "because the coprocessor is absent" in scan.fallback
    assert planned or "without the coprocessor" in scan.fallback


def shown(pids: list[int], figure: str) -> int:
    """The sum of a figure of servers; one without regions of ours shows none."""
    return sum(int(figures(pid).get(figure, "0")) for pid in pids)


def test_a_slow_sub_plan_is_one_line_in_the_log_and_a_figure(
    apart: EmbeddedHBase, session: SparkSession, cluster: Cluster
) -> None:
    cluster.set_value("kept", "hbase.sparksql.slow.millis", "1", SECONDS)
    session.sql(f"SELECT sum(length(sha2(text, 256))) FROM {TABLE}").collect()
    logs = apart.servers._folder.glob("region-server-*/log")
    lines = [line for log in logs for line in re.findall(SLOW, log.read_text())]
    assert len(lines) == 3  # noqa: PLR2004  (One for each region.)
    assert {(table, user) for _, table, user, _ in lines} == {("kept", cluster.user())}
    assert len({plan for plan, _, _, _ in lines}) == 1
    assert sum(int(rows) for _, _, _, rows in lines) == ROWS
    pids = [pid for name, pid in apart.servers.pids.items() if name.startswith("region-server")]
    # HBase shows new values every ten seconds.
    awaited(lambda: shown(pids, "SlowSubPlans") == len(lines), "slow sub-plans are counted")
    assert shown(pids, "RowsScanned") >= ROWS
