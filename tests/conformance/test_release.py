"""The release of HBase that these tests run on: deploy tries it, doctor knows it."""

from __future__ import annotations

import happybase

from pyspark_hbase.admin import Cluster, Level, deploy, doctor, undeploy
from pyspark_hbase.admin._releases import release_of, releases
from pyspark_hbase.embedded import EmbeddedHBase

TABLE = "release"


def test_the_canary_answers_and_doctor_knows_the_release(
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
    through_scanner = "through HBase's scanner (UNKNOWN_HBASE_VERSION (HBase "
    where = "from store files" if release.is_direct else through_scanner
    assert f"answered right, from memory and {where}" in told["canary"]
    assert told[TABLE] == "deployed"
    level = Level.OK if release.is_direct else Level.WARN
    assert checks["HBase version"].level == level
    assert checks[f"table {TABLE}"].level == level
