"""Ten queries that run all the time while servers are restarted and upgraded in turn."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from clusters import session_of
from gate import awaited
from pyspark.sql import SparkSession
from upgrades import upgrade

from pyspark_hbase._spark.java import java_command
from pyspark_hbase.admin import Cluster, DeployOptions, deploy, status
from pyspark_hbase.connection import connect
from pyspark_hbase.embedded import EmbeddedHBase
from pyspark_hbase.embedded._launch import home
from pyspark_hbase.errors import ServerError

ROWS: Final = 6_000
TABLE: Final = "apart.default.always"
QUERIES: Final = {
    "SELECT count(*), sum(v) FROM {}": [(ROWS, 17_997_000)],
    "SELECT k, count(*) FROM {} GROUP BY k ORDER BY k": [(0, 2000), (1, 2000), (2, 2000)],
    "SELECT id FROM {} ORDER BY v DESC LIMIT 2": [(5999,), (5998,)],
    "SELECT v FROM {} WHERE id IN (5, 2500, 5500) ORDER BY v": [(5,), (2500,), (5500,)],
    "SELECT id, text FROM {} WHERE v % 2000 = 7 ORDER BY id": [
        (id, "x" * 100) for id in (7, 2007, 4007)
    ],
    "SELECT max(length(text)), min(id) FROM {} WHERE id > 1990 AND id < 4010": [(100, 1991)],
    "SELECT count(*) FROM {} a JOIN {} b USING (id) WHERE a.v < 3000 AND b.v >= 1000": [(2000,)],
    "SELECT sum(v) FROM {} WHERE k = (SELECT max(k) FROM {} WHERE id < 100)": [(6_001_000,)],
}
"""Eight queries of Spark with their answers."""
ASKED_OF_GATEWAY: Final = {
    "SELECT count(*) AS n, sum(v) AS s FROM always": [{"n": ROWS, "s": 17_997_000}],
    "SELECT id FROM always WHERE v % 2000 = 7 ORDER BY id": [{"id": 7}, {"id": 2007}, {"id": 4007}],
}
PATIENCE_SECONDS: Final = 120


class Asking:
    """Threads that ask without an end, one query each, and what went wrong."""

    def __init__(self, session: SparkSession, thrift: str) -> None:
        self._session = session
        self._thrift = thrift
        self._is_over = threading.Event()
        self._counts = [0] * (len(QUERIES) + len(ASKED_OF_GATEWAY))
        self.gateway_is_away = False
        self.wrong: list[str] = []

    @contextmanager
    def running(self) -> Iterator[None]:
        """Ask while the block runs."""
        asks: list[Callable[[], None]] = []
        for query, right in QUERIES.items():
            asks.append(lambda q=query, r=right: self._ask_spark(q, r))  # type: ignore[misc]
        for query, answer in ASKED_OF_GATEWAY.items():
            asks.append(lambda q=query, r=answer: self._ask_gateway(q, r))  # type: ignore[misc]
        threads = [
            threading.Thread(target=self._again, args=(number, ask))
            for number, ask in enumerate(asks)
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._is_over.set()
            for thread in threads:
                thread.join(PATIENCE_SECONDS)
        assert not any(thread.is_alive() for thread in threads)

    def await_answers(self) -> None:
        """Return when each query has been asked and answered once more; each is right."""
        # What runs now began before.
        before = [count + 2 for count in self._counts]

        def answered() -> bool:
            assert not self.wrong, self.wrong
            return all(now >= then for now, then in zip(self._counts, before, strict=True))

        awaited(answered, "each query is answered", PATIENCE_SECONDS)

    def _again(self, number: int, ask: Callable[[], None]) -> None:
        while not self._is_over.is_set():
            try:
                ask()
            except Exception as error:  # noqa: BLE001  (whatever it is: no query may fail)
                self.wrong.append(f"query {number}: {type(error).__name__} {error}"[:2000])
            self._counts[number] += 1

    def _ask_spark(self, query: str, right: list[tuple[object, ...]]) -> None:
        found = [tuple(row) for row in self._session.sql(query.replace("{}", TABLE)).collect()]
        assert found == right, f"{query}: {found}"

    def _ask_gateway(self, query: str, right: list[dict[str, object]]) -> None:
        was_away = self.gateway_is_away
        try:
            with connect(f"thrift://{self._thrift}") as asking:
                found = asking.rows(query)
        except ServerError as error:
            # There is one gateway, and nobody answers while it starts.
            if error.code != "CLUSTER_UNREACHABLE" or not (was_away or self.gateway_is_away):
                raise
        else:
            assert found == right, f"{query}: {found}"


@pytest.fixture(scope="module")
def session(on_hdfs: EmbeddedHBase, spark: SparkSession) -> Iterator[SparkSession]:
    """A table of three regions with a part of its rows in memory, its jar on HDFS."""
    site = (on_hdfs.servers.client_settings / "hbase-site.xml").as_uri()
    session = session_of(on_hdfs, spark, site)
    session.sql(
        f"CREATE TABLE {TABLE} (id INT NOT NULL, v BIGINT, k INT, text STRING, PRIMARY KEY (id)) "
        "USING hbase TBLPROPERTIES ('hbase.splits' = '2000; 4000')"
    )
    for write, condition in (("bulk", "id < 5000"), ("puts", "id >= 5000")):
        session.sql(
            f"INSERT INTO {TABLE} WITH ('write' = '{write}') SELECT CAST(id AS INT), id, "
            f"CAST(id % 3 AS INT), repeat('x', 100) FROM range({ROWS}) WHERE {condition}"
        )
    yield session
    session.sql(f"DROP TABLE {TABLE} PURGE")


def move_regions(on_hdfs: EmbeddedHBase, verb: str, server: str, file: Path) -> None:
    """Run the program of ``graceful_stop.sh``: ``unload`` a region server, or ``load`` it."""
    port = on_hdfs.servers._servers[server].port
    path = f"{on_hdfs.servers.client_settings}:{home()}/lib/*"
    mover = ["org.apache.hadoop.hbase.util.RegionMover", "-r", f"localhost:{port}"]
    done = subprocess.run(
        [java_command(), "-cp", path, *mover, "-o", verb, "-f", str(file)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def cluster(on_hdfs: EmbeddedHBase) -> Iterator[Cluster]:
    conf = {"fs.defaultFS": on_hdfs.servers._settings(None)["fs.defaultFS"]}
    with Cluster.connect(on_hdfs.quorum, conf=conf) as connected:
        yield connected


def test_no_query_fails_while_all_servers_and_the_jar_are_replaced(
    on_hdfs: EmbeddedHBase, session: SparkSession, cluster: Cluster, tmp_path: Path
) -> None:
    servers = on_hdfs.servers
    assert deploy(cluster, ["always"], DeployOptions(jar_folder="hdfs:///jars")).succeeded
    asking = Asking(session, on_hdfs.thrift)
    with asking.running():
        asking.await_answers()
        newer = upgrade(1, tmp_path)
        options = DeployOptions(jar=newer, jar_folder="hdfs:///jars", canary=False, rolling=1)
        assert deploy(cluster, ["always"], options).succeeded
        asking.await_answers()
        for name in ("region-server-1", "region-server-2"):
            file = tmp_path / name
            move_regions(on_hdfs, "unload", name, file)
            asking.await_answers()
            servers.restart(name)
            move_regions(on_hdfs, "load", name, file)
            asking.await_answers()
        servers.restart("master")
        asking.await_answers()
        asking.gateway_is_away = True
        servers.restart("gateway")
        asking.await_answers()
        asking.gateway_is_away = False
        for name in ("data-node-1", "data-node-2"):
            servers.restart(name)
            asking.await_answers()
    assert not asking.wrong
    [table] = status(cluster, ["always"])
    assert {region.digest for region in table.handshakes} == {newer.digest}
