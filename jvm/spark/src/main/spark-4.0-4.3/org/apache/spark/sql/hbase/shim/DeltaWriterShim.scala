package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.write.DeltaWriter

/** A writer of changed rows that is told of a new row in the place of another, as Spark does since 4.0. */
private[hbase] trait DeltaWriterShim extends DeltaWriter[InternalRow] {
  override def reinsert(metadata: InternalRow, row: InternalRow): Unit = insert(row)
}
