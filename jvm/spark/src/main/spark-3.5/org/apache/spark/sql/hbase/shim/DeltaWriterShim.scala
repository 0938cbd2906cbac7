package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.write.DeltaWriter

/** A writer of changed rows; Spark 3.5 inserts a new row in the place of another. */
private[hbase] trait DeltaWriterShim extends DeltaWriter[InternalRow]
