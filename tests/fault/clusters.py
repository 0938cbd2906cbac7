"""Sessions that ask the clusters of these tests."""

from __future__ import annotations

from pyspark.sql import SparkSession

from pyspark_hbase.embedded import EmbeddedHBase

LEASE_SECONDS = 10
"""The time for which a region server keeps a scan that nobody asks."""


def session_of(cluster: EmbeddedHBase, spark: SparkSession) -> SparkSession:
    """A session of its own, whose catalog ``apart`` is that cluster."""
    session = spark.newSession()
    session.conf.set("spark.sql.catalog.apart", "org.apache.spark.sql.hbase.HBaseCatalog")
    session.conf.set("spark.sql.catalog.apart.quorum", cluster.quorum)
    return session
