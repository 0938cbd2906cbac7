"""Puts the coprocessor on tables of a cluster, and looks at what runs where.

The command ``pyspark-hbase`` is made of this package. ``_deploy`` has the steps: what is changed,
in which order, and what is undone. HBase's Java client does the work, in a process of its own
that needs the jars of PySpark but no Spark session:

    with Cluster.connect("zk1:2181,zk2:2181") as cluster:
        deploy(cluster, ["sales:*"], DeployOptions(jar_folder="hdfs:///jars"))
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
