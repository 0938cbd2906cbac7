package org.apache.spark.sql.hbase.table

import java.util

import org.apache.spark.sql.connector.catalog.{Column, SupportsWrite, TableCapability}
import org.apache.spark.sql.connector.write.{LogicalWriteInfo, WriteBuilder}
import org.apache.spark.sql.hbase.bulkload.{BulkLoadResult, BulkLoadWriteBuilder}
import org.apache.spark.sql.hbase.shim.TableShim

/** A table as the target of one bulk load, whose caller is told what was loaded. */
private[hbase] final class BulkLoadTable(table: HBaseTable, parallel: Boolean, loaded: BulkLoadResult => Unit)
    extends TableShim
    with SupportsWrite {
  override def name(): String = table.name()

  override def columns(): Array[Column] = table.columns()

  override def capabilities(): util.Set[TableCapability] = util.EnumSet.of(TableCapability.BATCH_WRITE)

  override def newWriteBuilder(info: LogicalWriteInfo): WriteBuilder =
    new BulkLoadWriteBuilder(table.bulkLoadTarget, parallel, loaded)
}
