"""Objects that region servers hold on to behind upgrades of the jar and readers that died."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from clusters import LEASE_SECONDS, ROWS, TABLE
from gate import Gate, awaited, held
from programs import executors, output, start
from pyspark.sql import Row, SparkSession
from server_objects import CLASS_LOADER, OPEN_SCAN, OURS, objects
from upgrades import upgrade

from pyspark_hbase.admin import Cluster, DeployOptions, deploy, status, undeploy
from pyspark_hbase.embedded import EmbeddedHBase

UPGRADES = 10
SUM = f"SELECT count(*) AS n, sum(id) AS s FROM {TABLE}"
ANSWER = (ROWS, ROWS * (ROWS - 1) // 2)
READER = """
import sys
from pathlib import Path
from gate import Gate
import pyspark_hbase
spark = pyspark_hbase.session(quorum=sys.argv[1], master="local-cluster[2,1,1024]", **{
    "spark.executor.memory": "512m",
    "spark.ui.enabled": False, "spark.sql.execution.arrow.maxRecordsPerBatch": 100})
Gate(Path(sys.argv[2])).hold(spark.table("hbase.default.kept")).createOrReplaceTempView("held")
print(*spark.sql("SELECT count(*), sum(id) FROM held").first())
"""


def left(apart: EmbeddedHBase, name: str) -> list[int]:
    """Count the objects of a class on each region server."""
    return [
        objects(pid).get(name, 0)
        for server, pid in apart.servers.pids.items()
        if server.startswith("region-server")
    ]


def test_upgrades_leave_one_class_loader(
    apart: EmbeddedHBase, session: SparkSession, cluster: Cluster, tmp_path: Path
) -> None:
    for number in range(UPGRADES):
        jar = upgrade(number, tmp_path)
        options = DeployOptions(jar=jar, canary=number == 0)
        assert deploy(cluster, ["kept"], options).succeeded
        [table] = status(cluster, ["kept"])
        assert {region.digest for region in table.handshakes} == {jar.digest}
        assert session.sql(SUM).first() == ANSWER
    awaited(lambda: left(apart, CLASS_LOADER) == [1, 1], "one class loader on each server")


def test_nothing_is_left_where_the_jar_is_taken_away(
    apart: EmbeddedHBase, session: SparkSession, cluster: Cluster
) -> None:
    assert session.sql(SUM).first() == ANSWER
    undeploy(cluster, cluster.sql_tables())

    def ours() -> list[str]:
        pids = apart.servers.pids
        return [
            name
            for server in ("region-server-1", "region-server-2")
            for name in objects(pids[server])
            if name.startswith(OURS) and not name.startswith(f"{OURS}embedded.")
        ]

    awaited(lambda: not ours(), f"no object of ours: {ours()}")
    deploy(cluster, ["kept"])


def test_a_reader_that_is_slower_than_its_lease_loses_no_row(
    apart: EmbeddedHBase, session: SparkSession, tmp_path: Path
) -> None:
    def read(gate: Gate) -> Row | None:
        gate.hold(session.table(TABLE)).createOrReplaceTempView("slow")
        return session.sql(SUM.replace(TABLE, "slow")).first()

    with held(tmp_path, read) as reading:
        assert sum(left(apart, OPEN_SCAN)) >= 2
        awaited(lambda: left(apart, OPEN_SCAN) == [0, 0], "the leases end", 3 * LEASE_SECONDS)
    assert reading.result() == ANSWER


def test_a_query_outlives_an_executor_and_a_dead_driver_leaves_no_scan(
    apart: EmbeddedHBase, session: SparkSession, tmp_path: Path
) -> None:
    assert session.sql(SUM).first() == ANSWER
    (tmp_path / "job.py").write_text(READER)
    here = str(Path(__file__).parent)
    for victim in ("executor", "driver"):
        folder = tmp_path / victim
        folder.mkdir()
        gate = Gate(folder / "gate")
        line = [sys.executable, str(tmp_path / "job.py"), apart.quorum, str(folder / "gate")]
        driver = start(line, folder, PYTHONPATH=here)
        gate.await_tasks(2)
        assert sum(left(apart, OPEN_SCAN)) >= 2
        if victim == "executor":
            os.kill(executors(driver.pid)[0], signal.SIGKILL)
            gate.open()
            assert output(driver, folder)[-1] == f"{ANSWER[0]} {ANSWER[1]}"
        else:
            for pid in executors(driver.pid):
                os.kill(pid, signal.SIGKILL)
            driver.kill()
            driver.wait()
        awaited(lambda: left(apart, OPEN_SCAN) == [0, 0], "no scan is open", 3 * LEASE_SECONDS)
