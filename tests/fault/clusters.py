"""Settings of the clusters of these tests, and sessions and commands that ask them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

from pyspark_hbase.embedded import EmbeddedHBase

LEASE_SECONDS = 10
"""The time for which a region server keeps a scan that nobody asks."""

ROWS = 60_000
TABLE = "apart.default.kept"
"""The table of fixture ``session``, in three regions."""

CONF = {
    "hbase.sparksql.frame.max.rows": "50",
    "hbase.balancer.period": "0",
    # The shortest that ZooKeeper takes: a server that is gone is missed after four seconds.
    "zookeeper.session.timeout": "4000",
    # A scan that nobody asks for is forgotten after this time.
    "hbase.client.scanner.timeout.period": str(LEASE_SECONDS * 1000),
}


def session_of(cluster: EmbeddedHBase, spark: SparkSession, site: str = "") -> SparkSession:
    """A session of its own, whose catalog ``apart`` is that cluster.

    It knows the cluster by the path of an hbase-site.xml, where there is one. Then its tables have
    no jar, for servers on HDFS take none of this machine.
    """
    session = spark.newSession()
    session.conf.set("spark.sql.catalog.apart", "org.apache.spark.sql.hbase.HBaseCatalog")
    if site:
        session.conf.set("spark.sql.catalog.apart.site", site)
        session.conf.set("spark.sql.hbase.coprocessor.jar", "")
    else:
        session.conf.set("spark.sql.catalog.apart.quorum", cluster.quorum)
    return session


@dataclass(frozen=True)
class Command:
    """The command ``pyspark-hbase``, as a process that knows the cluster by ``HBASE_CONF_DIR``."""

    settings: Path
    seconds: float
    """The time within which each verb answers."""

    def __call__(self, *arguments: str, status: int = 0, seconds: float | None = None) -> str:
        """Run a verb, and return what it prints when it ends with ``status``.

        It never prints a stack trace. Errors are part of what it prints where ``status`` is one.
        """
        done = subprocess.run(
            [sys.executable, "-m", "pyspark_hbase.cli", *arguments],
            env=os.environ | {"HBASE_CONF_DIR": str(self.settings)},
            capture_output=True,
            text=True,
            check=False,
            timeout=seconds or self.seconds,
        )
        printed = done.stdout + done.stderr
        assert done.returncode == status, printed
        assert "\tat " not in printed, printed
        assert "Failed after attempts" not in printed, printed
        return printed if status else done.stdout

    def json(self, *arguments: str, status: int = 0) -> Any:
        """Run a verb, and return its JSON document."""
        return json.loads(self(*arguments, "--json", status=status))
