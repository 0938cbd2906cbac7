"""The cluster of the tests of faults, and its settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from proxy import HOST, Proxy

from pyspark_hbase.embedded._servers import Servers

REGION_SERVERS: Final = ("region-server-1", "region-server-2", "region-server-3")
LEASE_SECONDS: Final = 10
CONF: Final = {
    # A few hundred rows come in many frames, which the client must put together.
    "hbase.sparksql.frame.max.rows": "50",
    # And states of aggregates, too, come before a region ends.
    "hbase.sparksql.batch.max.rows": "20",
    "hbase.sparksql.progress.millis": "1",
    "hbase.quota.enabled": "true",
    "hbase.quota.refresh.period": "1000",
    # For that a region server asks by its own client, whose pool of 256 threads then never idles.
    "hbase.hconnection.threads.max": "16",
    "hbase.hconnection.threads.core": "16",
    "hbase.balancer.period": "0",
    # The shortest that ZooKeeper takes: a server that is gone is missed after four seconds.
    "zookeeper.session.timeout": "4000",
    "hbase.client.scanner.timeout.period": f"{LEASE_SECONDS}000",
    "hbase.rpc.timeout": "10000",
    "hbase.client.operation.timeout": "60000",
    "hbase.regionserver.hostname": HOST,
    # A pipeline of two data nodes goes on with the one that is left.
    "dfs.client.block.write.replace-datanode-on-failure.enable": "false",
    "dfs.client.socket-timeout": "10000",
    "dfs.namenode.heartbeat.recheck-interval": "2000",
    "dfs.heartbeat.interval": "1",
}
CLIENT_SETTINGS: Final = (
    "hbase.rpc.timeout",
    "hbase.client.operation.timeout",
    "hbase.client.scanner.timeout.period",
)


@dataclass(frozen=True)
class Apart:
    """A cluster whose region servers are reached through a proxy."""

    servers: Servers
    proxy: Proxy

    @property
    def quorum(self) -> str:
        """``host:port`` of ZooKeeper."""
        return self.servers.state["quorum"]

    @property
    def thrift(self) -> str:
        """``host:port`` of the gateway."""
        return self.servers.state["thrift"]

    @property
    def names(self) -> list[str]:
        """All servers, those first that others need."""
        return list(self.servers._servers)

    def port(self, name: str) -> int:
        """The port of a server, and of the proxy in front of it."""
        return self.servers._servers[name].port
