package org.apache.spark.sql.hbase.write

import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.connector.metric.CustomMetric
import org.apache.spark.sql.connector.write._
import org.apache.spark.sql.hbase.client.ClusterSettings
import org.apache.spark.sql.hbase.schema.TableSchema

/**
 * Plans an append, where rows whose key exists are replaced; with [[truncate]] or [[overwrite]] other rows are deleted as
 * well.
 */
private[hbase] final class HBaseWriteBuilder(settings: ClusterSettings, table: TableSchema, shape: ShapeCheck)
    extends WriteBuilder
    with SupportsOverwriteV2 {

  private var replaced: Option[DeletedRows] = None

  override def truncate(): WriteBuilder = {
    replaced = Some(DeletedRows.All)
    this
  }

  override def canOverwrite(predicates: Array[Predicate]): Boolean = DeletedRows.of(table, predicates.toSeq).isDefined

  override def overwrite(predicates: Array[Predicate]): WriteBuilder = {
    replaced = DeletedRows.of(table, predicates.toSeq)
    this
  }

  override def build(): Write = new HBaseWrite(WriteTarget.of(settings, table), replaced, shape)
}

private[write] final class HBaseWrite(target: WriteTarget, replaced: Option[DeletedRows], shape: ShapeCheck)
    extends Write {
  override def description(): String = s"HBaseWrite ${target.table.fullName}"

  override def toBatch: BatchWrite = new HBaseBatchWrite(target, replaced, shape)

  override def supportedCustomMetrics(): Array[CustomMetric] = WriteMetrics.all
}
