"""The suite starts servers again that end by themselves, one after the other."""

from __future__ import annotations

import threading
from pathlib import Path

from apart import REGION_SERVERS, Apart
from faults import Faults
from pyspark.sql import SparkSession

PATIENCE_SECONDS = 60


def test_a_master_does_not_keep_region_servers_from_starting(
    apart: Apart, spark: SparkSession, tmp_path: Path
) -> None:
    faults = Faults(apart, spark, 1, tmp_path)
    apart.servers.kill("master")
    reviving = threading.Thread(target=faults.revive, daemon=True)
    reviving.start()
    # As after a pause of ZooKeeper: these end once the master has been started again.
    for name in REGION_SERVERS:
        apart.servers.kill(name)
    reviving.join(PATIENCE_SECONDS)
    assert not reviving.is_alive(), "the master waits for region servers, and they for the suite"
    faults.revive()
    faults.retried(lambda admin: admin.listNamespaces())
    assert set(apart.servers.pids) == set(apart.names)
