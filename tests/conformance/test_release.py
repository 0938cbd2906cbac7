"""The release of HBase that these tests run on: deploy tries it, doctor knows it."""

from __future__ import annotations

import happybase
from pyspark.sql import SparkSession

import hbase_admin
from pyspark_hbase.admin import Cluster, Level, deploy, doctor, undeploy
from pyspark_hbase.admin._releases import release_of, releases
from pyspark_hbase.embedded import EmbeddedHBase

TABLE = "release"
ROWS = 1000


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


def test_writes_a_split_and_moves_keep_the_answer(
    spark: SparkSession, hbase: EmbeddedHBase
) -> None:
    session = spark.newSession()
    session.conf.set("spark.sql.hbase.coprocessor", "require")
    session.sql("CREATE TABLE hbase.default.moved (k INT, v INT, PRIMARY KEY (k)) USING hbase")
    session.sql(f"INSERT INTO hbase.default.moved SELECT id, id % 7 FROM range({ROWS})")
    query = "SELECT v, count(*), sum(k) FROM hbase.default.moved WHERE v > 1 GROUP BY v ORDER BY v"
    expected = [(v, len(ids := range(v, ROWS, 7)), sum(ids)) for v in range(2, 7)]

    def answer() -> list[tuple[int, ...]]:
        return [tuple(row) for row in session.sql(query).collect()]

    assert answer() == expected
    with hbase_admin.connect(session, hbase.quorum) as admin:
        admin.flush("moved")
        assert answer() == expected
        admin.split("moved", (ROWS // 2 + (1 << 31)).to_bytes(4, "big"))
        assert answer() == expected
        admin.move("moved")
        assert answer() == expected
    session.sql("UPDATE hbase.default.moved SET v = 0 WHERE k < 500")
    session.sql("DELETE FROM hbase.default.moved WHERE v > 1")
    assert answer() == []
    session.sql("DROP TABLE hbase.default.moved PURGE")
