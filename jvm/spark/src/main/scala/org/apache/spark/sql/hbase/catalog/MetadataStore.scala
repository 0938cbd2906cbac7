package org.apache.spark.sql.hbase.catalog

import java.nio.charset.StandardCharsets.UTF_8

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.{CompareOperator, TableExistsException, TableName, TableNotFoundException}
import org.apache.hadoop.hbase.client._
import org.apache.hadoop.hbase.filter.KeyOnlyFilter
import org.apache.hadoop.hbase.util.Bytes

import org.apache.spark.sql.hbase.schema.{SchemaJson, StatisticsJson, TableSchema, TableStatistics}

/**
 * One row of the metadata table.
 *
 * @param statistics as [[StatisticsJson]] writes them, None while the table was not analyzed
 */
final case class StoredTable(schema: TableSchema, statistics: Option[String])

/**
 * Reads and writes the metadata table `SPARK_SQL_HBASE_TABLE`: one row per SQL table, in family `CF` one cell `table` and
 * one cell `column:<name>` per column, as [[SchemaJson]] writes them, and `statistics` once it was analyzed. The metadata table is created by the first CREATE
 * TABLE. Nothing is kept, so every session sees a change with its next query. Thread-safe.
 */
final class MetadataStore(connection: Connection) {
  import MetadataStore._

  def load(namespace: String, name: String): Option[StoredTable] = {
    val get = new Get(rowKey(namespace, name)).addFamily(Family)
    val result = withTable(Result.EMPTY_RESULT)(_.get(get))
    def text(qualifier: Array[Byte]) = Option(result.getValue(Family, qualifier)).map(new String(_, UTF_8))
    text(TableQualifier).map { cell =>
      StoredTable(SchemaJson.read(cell, column => text(columnQualifier(column))), text(StatisticsQualifier))
    }
  }

  /** Replaces what was known of a table. False: it was dropped or changed in between, and nothing was stored. */
  def putStatistics(table: TableSchema, statistics: TableStatistics): Boolean = {
    val row = rowKey(table.namespace, table.name)
    withTable(false) { metadata =>
      // Read before the schema is compared: a table that changes in between fails the check.
      val cell = metadata.get(new Get(row).addColumn(Family, TableQualifier)).getValue(Family, TableQualifier)
      load(table.namespace, table.name).exists(stored => statistics.areOf(stored.schema)) && cell != null && {
        val document = StatisticsJson.write(statistics).getBytes(UTF_8)
        val put = new Put(row).addColumn(Family, StatisticsQualifier, document)
        val unchanged = CheckAndMutate.newBuilder(row).ifEquals(Family, TableQualifier, cell)
        metadata.checkAndMutate(unchanged.build(put)).isSuccess
      }
    }
  }

  def exists(namespace: String, name: String): Boolean =
    withTable(false)(_.exists(new Get(rowKey(namespace, name)).addColumn(Family, TableQualifier)))

  /** Names of the tables of a namespace, in byte order. */
  def list(namespace: String): Seq[String] = {
    val prefix = rowKey(namespace, "")
    val scan =
      new Scan().setStartStopRowForPrefixScan(prefix).addColumn(Family, TableQualifier).setFilter(new KeyOnlyFilter())
    withTable(Seq.empty[String]) { table =>
      Using.resource(table.getScanner(scan)) { rows =>
        rows.asScala.map(r => new String(r.getRow, prefix.length, r.getRow.length - prefix.length, UTF_8)).toVector
      }
    }
  }

  /** Stores a new table. False: there is one of this name already, and nothing was changed. */
  def create(schema: TableSchema): Boolean = {
    createMetadataTable()
    val row = rowKey(schema.namespace, schema.name)
    val put = new Put(row).addColumn(Family, TableQualifier, SchemaJson.table(schema).getBytes(UTF_8))
    schema.columns.foreach(c => put.addColumn(Family, columnQualifier(c.name), SchemaJson.column(c).getBytes(UTF_8)))
    Using.resource(connection.getTable(Table)) { table =>
      table.checkAndMutate(CheckAndMutate.newBuilder(row).ifNotExists(Family, TableQualifier).build(put)).isSuccess
    }
  }

  /** False: there is no such table. */
  def drop(namespace: String, name: String): Boolean = {
    val row = rowKey(namespace, name)
    val existing =
      CheckAndMutate.newBuilder(row).ifMatches(Family, TableQualifier, CompareOperator.NOT_EQUAL, Bytes.toBytes(""))
    withTable(false)(_.checkAndMutate(existing.build(new Delete(row))).isSuccess)
  }

  private def createMetadataTable(): Unit = Using.resource(connection.getAdmin) { admin =>
    if (!admin.tableExists(Table)) {
      val descriptor =
        TableDescriptorBuilder.newBuilder(Table).setColumnFamily(ColumnFamilyDescriptorBuilder.of(Family)).build()
      try admin.createTable(descriptor)
      catch {
        case _: TableExistsException => // another session was faster
      }
    }
  }

  /** Runs on the metadata table, or answers `none` when nobody has created it yet. */
  private def withTable[T](none: T)(action: Table => T): T =
    try Using.resource(connection.getTable(Table))(action)
    catch {
      case _: TableNotFoundException => none
    }
}

object MetadataStore {
  val Table: TableName = TableName.valueOf("SPARK_SQL_HBASE_TABLE")
  val Family: Array[Byte] = "CF".getBytes(UTF_8)
  val TableQualifier: Array[Byte] = "table".getBytes(UTF_8)

  val StatisticsQualifier: Array[Byte] = "statistics".getBytes(UTF_8)

  def columnQualifier(column: String): Array[Byte] = s"column:$column".getBytes(UTF_8)

  /** HBase namespaces hold no dot, so the first one separates. */
  def rowKey(namespace: String, name: String): Array[Byte] = s"$namespace.$name".getBytes(UTF_8)
}
