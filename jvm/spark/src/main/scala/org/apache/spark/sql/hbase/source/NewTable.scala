package org.apache.spark.sql.hbase.source

import org.apache.hadoop.hbase.TableExistsException
import org.apache.hadoop.hbase.client.{ColumnFamilyDescriptorBuilder, TableDescriptorBuilder}
import org.apache.hadoop.hbase.util.Bytes

import org.apache.spark.sql.hbase.catalog.definition.SplitPoints
import org.apache.spark.sql.hbase.catalog.store.PhysicalTables
import org.apache.spark.sql.hbase.client.admin.TableCoprocessor
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.codec.types.SqlType
import org.apache.spark.sql.hbase.conf.HBaseConf
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.{CellNames, TableLimits, TableSchema}
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/**
 * The HBase table that a write creates when options say `newtable`. It is a table like those of the other connectors, which
 * can go on writing it: nothing in it says that we made it.
 *
 * @param ends first and last split point, as text
 */
private[hbase] final case class NewTable(regions: Int, ends: Option[(String, String)]) {

  /** Creates the HBase table unless it is there. */
  def createIfMissing(settings: ClusterSettings, schema: TableSchema): Unit = HBaseCluster.use(settings) { shared =>
    val tables = new PhysicalTables(shared.connection)
    if (tables.descriptor(schema.tableName).isEmpty) {
      val builder = TableDescriptorBuilder.newBuilder(schema.tableName)
      schema.families.foreach(f => builder.setColumnFamily(ColumnFamilyDescriptorBuilder.of(CellNames.bytes(f))))
      Some(SQLConf.get.getConf(HBaseConf.CoprocessorJar)).filter(_.nonEmpty).foreach { jar =>
        TableCoprocessor.attach(builder, jar)
      }
      val splits = splitPoints(schema)
      tables.refusalsOf(schema) {
        tables.asked { admin =>
          tables.createNamespace(admin, schema.tableName.getNamespaceAsString)
          try if (splits.isEmpty) admin.createTable(builder.build()) else admin.createTable(builder.build(), splits)
          catch {
            case _: TableExistsException => // another session was faster
          }
        }
      }
    }
  }

  private def splitPoints(schema: TableSchema): Array[Array[Byte]] = {
    val text = ends.orElse {
      Option.when(schema.keyColumns.head.sqlType == SqlType.STRING)(NewTable.DefaultEnds)
    }
    text.filter(_ => regions > 2).fold(SplitPoints.even(regions)) { case (first, last) =>
      val points = Array(Bytes.toBytes(first), Bytes.toBytes(last))
      try if (regions == 3) points else Bytes.split(points.head, points.last, regions - 3)
      catch {
        case e: IllegalArgumentException =>
          throw SourceOptions.invalid(
            SourceOptions.SplitStart,
            Some(first),
            s"there are no $regions regions between it and ${SourceOptions.SplitEnd.name} $last: ${e.getMessage}"
          )
      }
    }
  }
}

private[hbase] object NewTable {

  /** The first and the last split row that SHC takes by default. */
  private val DefaultEnds = ("aaaaaa", "zzzzzz")

  def parse(options: CaseInsensitiveStringMap): Option[NewTable] = {
    val start = SourceOptions.get(options, SourceOptions.SplitStart)
    val end = SourceOptions.get(options, SourceOptions.SplitEnd)
    val given = SourceOptions.get(options, SourceOptions.NewTable)
    if (given.isEmpty) {
      start.orElse(end).foreach { value =>
        throw SourceOptions.invalid(
          SourceOptions.SplitStart,
          Some(value),
          s"it says nothing without ${SourceOptions.NewTable.name}"
        )
      }
    }
    given.map { text =>
      val regions = text.trim.toIntOption.filter(n => n >= 1 && n <= TableLimits.MaxRegions).getOrElse {
        throw SourceOptions.invalid(
          SourceOptions.NewTable,
          Some(text),
          s"it is the number of regions of a new table, from 1 to ${TableLimits.MaxRegions}"
        )
      }
      val ends = Option.when(start.isDefined || end.isDefined) {
        (start.getOrElse(DefaultEnds._1), end.getOrElse(DefaultEnds._2))
      }
      NewTable(regions, ends)
    }
  }
}
