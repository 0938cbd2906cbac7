package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.connector.catalog.SupportsDeleteV2

/** A table that counts what its deletions do, for which Spark asks since 4.2. */
trait DeletionShim extends SupportsDeleteV2
