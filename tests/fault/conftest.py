"""The clusters that several of these tests do harm to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from clusters import CONF

from pyspark_hbase.embedded import EmbeddedHBase


@pytest.fixture(scope="session")
def apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedHBase]:
    """Two region servers, master, ZooKeeper and gateway: five processes."""
    yield from cluster(tmp_path_factory, data_nodes=0)


@pytest.fixture(scope="session")
def on_hdfs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedHBase]:
    """Two region servers, master, ZooKeeper, gateway, a name node and two data nodes."""
    yield from cluster(tmp_path_factory, data_nodes=2)


def cluster(
    tmp_path_factory: pytest.TempPathFactory, *, data_nodes: int
) -> Iterator[EmbeddedHBase]:
    """HBase's default for ``hbase.tmp.dir`` is one folder for all servers of a host, too."""
    shared = {"hbase.tmp.dir": str(tmp_path_factory.mktemp("tmp"))}
    with EmbeddedHBase(
        region_servers=2,
        thrift=True,
        conf=CONF | shared,
        heap="512m",
        separate_processes=True,
        hdfs=data_nodes,
    ) as running:
        yield running
