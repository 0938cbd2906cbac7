"""The release of HBase that these tests run on: deploy tries its store files, doctor knows it."""

from __future__ import annotations

import happybase

from pyspark_hbase.admin import Cluster, Level, deploy, doctor, undeploy
from pyspark_hbase.admin._releases import release_of, releases
from pyspark_hbase.embedded import EmbeddedHBase

TABLE = "release"


def test_the_canary_reads_store_files_and_doctor_knows_the_release(
    hbase: EmbeddedHBase, thrift: happybase.Connection
) -> None:
    thrift.create_table(TABLE, {"d": {}})
    told: dict[str, str] = {}
    with Cluster.connect(hbase.quorum) as cluster:
        release = releases()[release_of(cluster.info().version)[0]]
        deploy(cluster, [TABLE], tell=told.__setitem__)
        checks = {check.name: check for check in doctor(cluster)}
        undeploy(cluster, [TABLE])
        cluster.drop(TABLE)
    assert release.is_direct
    assert told["canary"].endswith("answered right, from memory and from store files")
    assert told[TABLE] == "deployed"
    assert checks["HBase version"].level == Level.OK
    assert checks[f"table {TABLE}"].level == Level.OK
