package org.apache.spark.sql.hbase.write

import org.apache.spark.sql.connector.distributions.{Distribution, Distributions}
import org.apache.spark.sql.connector.expressions.{Expression, Expressions, FieldReference, SortDirection, SortOrder}
import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.connector.metric.CustomMetric
import org.apache.spark.sql.connector.write._
import org.apache.spark.sql.connector.write.streaming.StreamingWrite
import org.apache.spark.sql.hbase.conf.{WriteOptions, WrittenNulls}
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.{Layout, Place, TableSchema}
import org.apache.spark.sql.internal.connector.SupportsStreamingUpdateAsAppend

/**
 * Plans an append, where rows whose key exists are replaced; with [[truncate]] or [[overwrite]] other rows are deleted as
 * well. Of a streaming query it plans one epoch; rows that the query updates come as rows to append.
 *
 * @param epoch None of a statement
 * @param checkReplace raises an error where the write must not delete other rows
 */
private[hbase] final class HBaseWriteBuilder(
    target: WriteTarget,
    shape: ShapeCheck,
    epoch: Option[StreamingEpoch] = None,
    checkReplace: () => Unit = () => ()
) extends WriteBuilder
    with SupportsOverwriteV2
    with SupportsStreamingUpdateAsAppend {

  private def table: TableSchema = target.table

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

  override def build(): Write = {
    if (replaced.isDefined) checkReplace()
    if (replaced.isDefined && target.nulls == WrittenNulls.Skip) throw WriteOptions.skipOfReplacedRows
    if (target.hasServerTime && (replaced.isDefined || hasTwoTimes)) throw WriteOptions.serverTimeOf(table.fullName)
    new HBaseWrite(target, replaced, shape, epoch)
  }

  private def hasTwoTimes: Boolean =
    table.layout == Layout.Columnar || table.columns.exists(_.place.isInstanceOf[Place.FamilyMap])
}

private[write] final class HBaseWrite(
    target: WriteTarget,
    replaced: Option[DeletedRows],
    shape: ShapeCheck,
    epoch: Option[StreamingEpoch]
) extends Write
    with RequiresDistributionAndOrdering {
  override def description(): String = s"HBaseWrite ${target.table.fullName}"

  private def keyColumns: Seq[Expression] = target.table.keyColumns.map(c => FieldReference.column(c.name))

  /** Rows of one key meet where they are refused. */
  override def requiredDistribution(): Distribution =
    if (target.refusesDuplicates) Distributions.clustered(keyColumns.toArray)
    else Distributions.unspecified()

  override def requiredOrdering(): Array[SortOrder] =
    if (target.refusesDuplicates) keyColumns.map(Expressions.sort(_, SortDirection.ASCENDING)).toArray else Array.empty

  override def toBatch: BatchWrite = {
    val times = if (replaced.isEmpty) JobTimes.ofPuts(JobClock.shared.next()) else JobClock.shared.nextTimes()
    new HBaseBatchWrite(target, replaced, shape, times)
  }

  override def toStreaming: StreamingWrite = {
    val planned = epoch.getOrElse {
      throw HBaseErrors.UnsupportedStatement.analysis(
        "statement" -> "a streaming query with a continuous trigger",
        "table" -> target.table.fullName,
        "instead" -> "a trigger of micro-batches"
      )
    }
    new HBaseStreamingWrite(planned, target, replaced, shape)
  }

  override def supportedCustomMetrics(): Array[CustomMetric] = WriteMetrics.all
}
