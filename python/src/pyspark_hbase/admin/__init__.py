"""Puts the coprocessor on tables of a cluster, and looks at what runs where.

The command ``pyspark-hbase`` is made of this package. ``_deploy`` has the steps: what is changed,
in which order, and what is undone. HBase's Java client does the work, in a process of its own
that needs the jars of PySpark but no Spark session:

```python
from pyspark_hbase import admin

for check in admin.this_machine():
    assert isinstance(check, admin.Check)
    print(check.level, check.name, check.finding, check.advice)

with admin.Cluster.connect("zk1:2181,zk2:2181") as cluster:
    assert isinstance(cluster.info(), admin.ClusterInfo)
    broken = [check for check in admin.doctor(cluster) if check.level is admin.Level.FAIL]

    planned = admin.deploy(cluster, ["flights"], admin.DeployOptions(dry_run=True))
    assert isinstance(planned, admin.DeployReport) and planned.succeeded
    for table in planned.tables:
        assert isinstance(table, admin.TableReport)
        print(table.table, table.outcome is admin.Outcome.UNCHANGED, table.reason)

    for table in admin.status(cluster, ["flights"]):
        assert isinstance(table, admin.TableStatus) and isinstance(table.table, admin.TableInfo)
        print(table.is_sound, table.versions, table.digests)
        for region in table.in_state(admin.RegionState.ON):
            assert isinstance(region, admin.Handshake)
            print(region.region, region.runs(table.digests[0]), region.through_scanner)
    for region in cluster.regions("flights"):
        assert isinstance(region, admin.RegionInfo)
        print(region.server, region.store_file_bytes)

    admin.switch(cluster, ["flights"], on=False)         # queries run in Spark
    admin.switch(cluster, ["flights"], on=True)
    admin.undeploy(cluster, ["flights"], dry_run=True)
    for jar in admin.gc_jars(cluster, jar_folder="file:///srv/hbase/jars", dry_run=True):
        assert isinstance(jar, admin.JarReport)
        print(jar.path, jar.outcome is admin.JarOutcome.KEPT, jar.reason)

again = admin.Cluster.of_session(spark)                  # through a session's own Java process
again.close()
```

Every function raises :class:`~pyspark_hbase.errors.AdminError` for what HBase refuses. Waits are
given in seconds.
"""

from __future__ import annotations

from pyspark_hbase.admin._checks import Check, Level
from pyspark_hbase.admin._cluster import Cluster
from pyspark_hbase.admin._deploy import (
    DeployOptions,
    DeployReport,
    Outcome,
    TableReport,
    deploy,
    undeploy,
)
from pyspark_hbase.admin._doctor import doctor, this_machine
from pyspark_hbase.admin._gc_jars import JarOutcome, JarReport, gc_jars
from pyspark_hbase.admin._model import ClusterInfo, Handshake, RegionInfo, RegionState, TableInfo
from pyspark_hbase.admin._status import TableStatus, status, switch

__all__ = [
    "Check",
    "Cluster",
    "ClusterInfo",
    "DeployOptions",
    "DeployReport",
    "Handshake",
    "JarOutcome",
    "JarReport",
    "Level",
    "Outcome",
    "RegionInfo",
    "RegionState",
    "TableInfo",
    "TableReport",
    "TableStatus",
    "deploy",
    "doctor",
    "gc_jars",
    "status",
    "switch",
    "undeploy",
    "this_machine",
]
