package org.apache.spark.sql.hbase.table

import java.util

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.connector.catalog._
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.connector.write.{LogicalWriteInfo, SupportsTruncate, Write, WriteBuilder}
import org.apache.spark.sql.hbase.bulkload.{BulkLoadTarget, BulkLoadWriteBuilder}
import org.apache.spark.sql.hbase.catalog.store.StagedChange
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.conf.WriteOptions
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.TableSchema
import org.apache.spark.sql.hbase.shim.TableShim
import org.apache.spark.sql.hbase.write.{HBaseWriteBuilder, ShapeCheck, WriteTarget}
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/**
 * The table of CREATE or REPLACE TABLE ... AS SELECT while its rows are written. Used by one statement, on the driver.
 *
 * @param table as it will be
 * @param options that the statement gives for its rows; those of the write come before them
 */
private[hbase] final class StagedHBaseTable(
    settings: ClusterSettings,
    table: HBaseTable,
    change: StagedChange,
    options: Map[String, String]
) extends StagedTable
    with TableShim
    with SupportsWrite {

  /** Into how many regions its rows are to say where to split it; None: they need not, or have said so. */
  @volatile private[hbase] var sampledRegions: Option[Int] = change.sampledRegions

  private[hbase] def tableSchema: TableSchema = table.tableSchema

  private[hbase] def split(splits: Array[Array[Byte]]): Unit = {
    HBaseCluster.use(settings)(shared => change.split(shared.connection, splits))
    sampledRegions = None
  }

  override def name(): String = table.name()

  override def id(): String = table.id()

  override def columns(): Array[Column] = table.columns()

  override def partitioning(): Array[Transform] = table.partitioning()

  override private[hbase] def declaredKey: Seq[String] = table.declaredKey

  override def properties(): util.Map[String, String] = table.properties()

  override def capabilities(): util.Set[TableCapability] =
    util.EnumSet.of(TableCapability.BATCH_WRITE, TableCapability.TRUNCATE)

  override def newWriteBuilder(info: LogicalWriteInfo): WriteBuilder = new WriteBuilder with SupportsTruncate {
    private val written = {
      val given = new CaseInsensitiveStringMap((options ++ info.options.asCaseSensitiveMap.asScala).asJava)
      WriteOptions.parse(given, name(), tableSchema.layout, isStream = false)
    }

    /** REPLACE asks for it, and the HBase table has no row yet. */
    override def truncate(): WriteBuilder =
      if (change.isNew) this
      else {
        throw HBaseErrors.ReplaceIntoExistingTable
          .analysis("table" -> table.tableSchema.fullName, "hbaseTable" -> table.tableSchema.hbaseTable)
      }

    override def build(): Write = {
      if (sampledRegions.isDefined) {
        throw HBaseErrors.UnsupportedStatement.analysis(
          "statement" -> "hbase.splits=sampled in a session without spark.sql.extensions of this connector",
          "table" -> tableSchema.fullName
        )
      }
      if (written.bulk) new BulkLoadWriteBuilder(bulkLoadTarget.copy(nulls = written.nulls), written.parallel).build()
      else {
        new HBaseWriteBuilder(WriteTarget.of(settings, tableSchema, written), ShapeCheck.none).build()
      }
    }
  }

  /**
   * Returns the target of a bulk load; if the load fails, an HBase table that was made for it is removed with its
   * files.
   */
  private def bulkLoadTarget: BulkLoadTarget =
    BulkLoadTarget(settings, tableSchema, ShapeCheck.none, hasCatalog = true, canResume = !change.isNew)

  override def commitStagedChanges(): Unit = HBaseCluster.use(settings) { shared =>
    if (!change.commit(shared.connection))
      throw HBaseErrors.AlterConflict.analysis("table" -> table.tableSchema.fullName)
  }

  override def abortStagedChanges(): Unit = HBaseCluster.use(settings) { shared =>
    change.abort(shared.connection)
  }
}
