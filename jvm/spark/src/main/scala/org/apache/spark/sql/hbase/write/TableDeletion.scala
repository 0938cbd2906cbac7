package org.apache.spark.sql.hbase.write

import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.connector.metric.{CustomMetric, CustomTaskMetric}
import org.apache.spark.sql.hbase.catalog.store.{PhysicalTables, TableOwners}
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.schema.TableSchema

/**
 * Deletes rows of a table by conditions that say exactly which: no row comes to Spark for it. Used on the driver by one
 * statement.
 */
private[hbase] final class TableDeletion(settings: ClusterSettings, table: TableSchema, shape: ShapeCheck) {
  private lazy val target = WriteTarget.of(settings, table)
  @volatile private var deleted = 0L

  def isExact(predicates: Seq[Predicate]): Boolean = DeletedRows.of(table, predicates).isDefined

  def where(predicates: Seq[Predicate]): Unit = {
    val rows = DeletedRows
      .of(table, predicates)
      .getOrElse(throw new IllegalStateException(s"rows of ${table.fullName} cannot be deleted by these predicates"))
    shape.check(settings)
    if (rows == DeletedRows.All) checkOwner()
    deleted = RowDeletion.run(target, rows)
    shape.check(settings)
  }

  /**
   * Deletes all rows. HBase throws the files of a table of ours away; where others write, our cells are deleted row by row.
   */
  def truncate(): Unit =
    if (table.adopted) where(Nil)
    else {
      shape.check(settings)
      checkOwner()
      HBaseCluster.use(settings)(shared => new PhysicalTables(shared.connection).truncate(table.tableName))
      deleted = 0
      target.forgetSizes()
    }

  private def checkOwner(): Unit = HBaseCluster.use(settings)(shared => new TableOwners(shared.connection).check(table))

  /** Returns the metrics of the last deletion; rows of files that were dropped as a whole are not counted. */
  def counted: Array[CustomTaskMetric] = WriteMetrics.deleted(deleted)
}

private[hbase] object TableDeletion {
  val metrics: Array[CustomMetric] = WriteMetrics.ofDelete
}
