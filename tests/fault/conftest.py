"""The cluster that several of these tests do harm to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from clusters import LEASE_SECONDS

from pyspark_hbase.embedded import EmbeddedHBase

CONF = {
    "hbase.sparksql.frame.max.rows": "50",
    "hbase.balancer.period": "0",
    # The shortest that ZooKeeper takes: a server that is gone is missed after four seconds.
    "zookeeper.session.timeout": "4000",
    # A scan that nobody asks for is forgotten after this time.
    "hbase.client.scanner.timeout.period": str(LEASE_SECONDS * 1000),
}


@pytest.fixture(scope="session")
def apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedHBase]:
    """Two region servers, master, ZooKeeper and gateway: five processes.

    HBase's default for ``hbase.tmp.dir`` is one folder for all servers of a host, too.
    """
    shared = {"hbase.tmp.dir": str(tmp_path_factory.mktemp("tmp"))}
    with EmbeddedHBase(
        region_servers=2, thrift=True, conf=CONF | shared, heap="512m", separate_processes=True
    ) as running:
        yield running
