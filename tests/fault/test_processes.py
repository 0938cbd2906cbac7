"""Servers in processes of their own: answers while they are killed, paused and started again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from clusters import session_of
from pyspark.sql import SparkSession

from pyspark_hbase._spark.jars import RegionServerJar, region_server_jar
from pyspark_hbase.admin import Cluster, status
from pyspark_hbase.connection import connect
from pyspark_hbase.embedded import EmbeddedHBase
from pyspark_hbase.embedded._servers import Servers
from pyspark_hbase.errors import ServerError, SetupError

ROWS = 3000
SUM = "SELECT count(*) AS n, sum(v) AS s FROM {} WHERE id % 3 <> 1"
SECONDS_WITHOUT_A_MASTER = 150
"""A minute, and five seconds for each time that Spark asks again, on a busy machine."""
ANSWER = {"n": 2000, "s": sum(id for id in range(ROWS) if id % 3 != 1)}


@pytest.fixture(scope="module")
def session(apart: EmbeddedHBase, spark: SparkSession) -> SparkSession:
    """A session whose catalog ``apart`` has a table of three regions in store files."""
    session = session_of(apart, spark)
    session.sql(
        "CREATE TABLE apart.default.numbers (id INT NOT NULL, v BIGINT, PRIMARY KEY (id)) "
        "USING hbase TBLPROPERTIES ('hbase.splits' = '1000; 2000')"
    )
    rows = session.range(ROWS).selectExpr("CAST(id AS INT) AS id", "id AS v")
    rows.writeTo("apart.default.numbers").append()
    return session


def answer(session: SparkSession) -> dict[str, int]:
    [row] = session.sql(SUM.format("apart.default.numbers")).collect()
    return row.asDict()


def test_each_region_knows_its_jar(apart: EmbeddedHBase, session: SparkSession) -> None:
    assert answer(session) == ANSWER
    with Cluster.connect(apart.quorum) as cluster:
        [table] = status(cluster, ["numbers"])
    assert len({region.server for region in table.handshakes}) == 2
    assert {region.digest for region in table.handshakes} == {
        RegionServerJar.read(region_server_jar()).digest
    }


def test_a_query_outlives_a_region_server(apart: EmbeddedHBase, session: SparkSession) -> None:
    assert answer(session) == ANSWER
    with connect(f"thrift://{apart.thrift}") as asking:
        for name in ("region-server-1", "region-server-2"):
            before = apart.servers.pids
            apart.servers.kill(name)
            assert apart.servers.pids == {n: p for n, p in before.items() if n != name}
            assert answer(session) == ANSWER
            assert asking.rows(SUM.format("numbers")) == [ANSWER]
            apart.servers.restart(name)
            assert answer(session) == ANSWER


def test_a_query_outlives_a_region_server_that_is_paused(
    apart: EmbeddedHBase, session: SparkSession
) -> None:
    servers = apart.servers
    servers.pause("region-server-1")
    # Its session ends meanwhile, and the other server has its regions.
    assert answer(session) == ANSWER
    servers.resume("region-server-1")
    assert answer(session) == ANSWER
    servers.restart("region-server-1")
    assert answer(session) == ANSWER


def test_a_gateway_that_starts_again_is_asked_over_the_same_connection(
    apart: EmbeddedHBase, session: SparkSession
) -> None:
    assert answer(session) == ANSWER
    with connect(f"thrift://{apart.thrift}") as asking:
        assert asking.rows(SUM.format("numbers")) == [ANSWER]
        apart.servers.kill("gateway")
        with pytest.raises(ServerError, match="CLUSTER_UNREACHABLE"):
            asking.rows(SUM.format("numbers"))
        apart.servers.restart("gateway")
        assert asking.rows(SUM.format("numbers")) == [ANSWER]


@pytest.mark.parametrize("name", ["master", "zookeeper"])
def test_a_query_outlives(name: str, apart: EmbeddedHBase, session: SparkSession) -> None:
    apart.servers.kill(name)
    apart.servers.restart(name)
    assert answer(session) == ANSWER
    session.sql("INSERT INTO apart.default.numbers VALUES (1, 1)")
    assert answer(session) == ANSWER


def test_without_a_master_statements_end(apart: EmbeddedHBase, session: SparkSession) -> None:
    statements = [
        "CREATE TABLE apart.default.later (id INT, v BIGINT, PRIMARY KEY (id)) USING hbase",
        "DROP TABLE apart.default.numbers PURGE",
        "TRUNCATE TABLE apart.default.numbers",
        "CALL apart.system.snapshot(table => 'default.numbers', name => 'later')",
    ]
    with ThreadPoolExecutor(len(statements)) as threads:
        apart.servers.kill("master")
        try:
            asked = [threads.submit(session.sql, statement) for statement in statements]
            assert answer(session) == ANSWER
            errors = [future.exception(SECONDS_WITHOUT_A_MASTER) for future in asked]
        finally:
            # Whatever still waits ends now.
            apart.servers.restart("master")
    for error in errors:
        assert "CLUSTER_UNREACHABLE] No HBase master answers" in str(error)
    assert answer(session) == ANSWER
    session.sql(statements[0])
    assert session.table("apart.default.later").count() == 0


def test_servers_have_names(apart: EmbeddedHBase) -> None:
    with pytest.raises(SetupError, match=r"no server 'region-server-3'.* region-server-2, gateway"):
        apart.servers.kill("region-server-3")
    with pytest.raises(SetupError, match="processes of their own"):
        _ = apart.pid


def test_data_survives_a_stop(tmp_path: Path) -> None:
    with EmbeddedHBase(
        region_servers=1, thrift=True, data=tmp_path, separate_processes=True
    ) as one:
        servers = one.servers
        with pytest.raises(SetupError, match="in use by another embedded HBase"):
            Servers.within(one._options).start()
        with connect(f"thrift://{one.thrift}") as asking, asking.gateway() as gateway:
            gateway.create_table("t", {"f": {}})
            gateway.table("t").put(b"r", {b"f:q": b"v"})
    assert servers.pids == {}
    with pytest.raises(SetupError, match="separate processes, or choose another folder"):
        EmbeddedHBase(region_servers=1, data=tmp_path).__enter__()
    with (
        EmbeddedHBase(region_servers=1, thrift=True, data=tmp_path, separate_processes=True) as one,
        connect(f"thrift://{one.thrift}") as asking,
        asking.gateway() as gateway,
    ):
        assert gateway.table("t").row(b"r") == {b"f:q": b"v"}


def test_a_server_may_start_for_longer_than_a_client_waits() -> None:
    conf = {"hbase.client.operation.timeout": "500", "hbase.rpc.timeout": "500"}
    with EmbeddedHBase(region_servers=1, conf=conf, separate_processes=True) as one:
        one.servers.kill("master")
        one.servers.restart("master")
        assert set(one.servers.pids) == {"zookeeper", "master", "region-server-1"}
