"""Settings of the clusters of these tests, and sessions that ask them."""

from __future__ import annotations

from pyspark.sql import SparkSession

from pyspark_hbase.embedded import EmbeddedHBase

LEASE_SECONDS = 10
"""The time for which a region server keeps a scan that nobody asks."""


CONF = {
    "hbase.sparksql.frame.max.rows": "50",
    "hbase.balancer.period": "0",
    # The shortest that ZooKeeper takes: a server that is gone is missed after four seconds.
    "zookeeper.session.timeout": "4000",
    # A scan that nobody asks for is forgotten after this time.
    "hbase.client.scanner.timeout.period": str(LEASE_SECONDS * 1000),
}


def session_of(cluster: EmbeddedHBase, spark: SparkSession, site: str = "") -> SparkSession:
    """A session of its own, whose catalog ``apart`` is that cluster.

    It knows the cluster by the path of an hbase-site.xml, where there is one. Then its tables have
    no jar, for servers on HDFS take none of this machine.
    """
    session = spark.newSession()
    session.conf.set("spark.sql.catalog.apart", "org.apache.spark.sql.hbase.HBaseCatalog")
    if site:
        session.conf.set("spark.sql.catalog.apart.site", site)
        session.conf.set("spark.sql.hbase.coprocessor.jar", "")
    else:
        session.conf.set("spark.sql.catalog.apart.quorum", cluster.quorum)
    return session
