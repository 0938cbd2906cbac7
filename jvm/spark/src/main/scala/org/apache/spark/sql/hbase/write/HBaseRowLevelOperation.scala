package org.apache.spark.sql.hbase.write

import org.apache.spark.sql.connector.expressions.{FieldReference, NamedReference}
import org.apache.spark.sql.connector.read.ScanBuilder
import org.apache.spark.sql.connector.write._
import org.apache.spark.sql.connector.write.RowLevelOperation.Command
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode
import org.apache.spark.sql.hbase.conf.Chosen
import org.apache.spark.sql.hbase.read.HBaseScanBuilder
import org.apache.spark.sql.hbase.schema.{TableSchema, TableStatistics}
import org.apache.spark.sql.hbase.write.encode.ExactRowKeys
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/**
 * A DELETE, UPDATE or MERGE: Spark finds the rows, as for a query, and tells for each by its key what becomes of it. Planned
 * on the driver.
 *
 * @param assigned the columns that the statement sets in rows that are there; None: not known
 */
private[hbase] final class HBaseRowLevelOperation(
    settings: ClusterSettings,
    table: TableSchema,
    shape: ShapeCheck,
    statistics: Option[TableStatistics],
    coprocessor: Chosen[CoprocessorMode],
    override val command: Command,
    assigned: Option[Set[String]] = None
) extends SupportsDelta {
  ExactRowKeys.check(table)

  override def description(): String = s"HBase $command ${table.fullName}"

  /** Without runtime filters, because Spark would read the table a second time to make them. */
  override def newScanBuilder(options: CaseInsensitiveStringMap): ScanBuilder =
    new HBaseScanBuilder(settings, table, statistics, coprocessor, learns = false)

  override def newWriteBuilder(info: LogicalWriteInfo): DeltaWriteBuilder = new DeltaWriteBuilder {
    override def build(): DeltaWrite = new HBaseDeltaWrite(WriteTarget.of(settings, table), shape, command, assigned)
  }

  /** Returns this operation with the columns that it sets. */
  def assigning(columns: Set[String]): HBaseRowLevelOperation =
    new HBaseRowLevelOperation(settings, table, shape, statistics, coprocessor, command, Some(columns))

  def knowsAssigned: Boolean = assigned.isDefined

  def tableSchema: TableSchema = table

  override def rowId(): Array[NamedReference] = table.keyColumns.map(c => FieldReference.column(c.name)).toArray
}
