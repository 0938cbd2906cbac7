package org.apache.spark.sql.hbase.catalog

import java.nio.charset.StandardCharsets.UTF_8

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.{CompareOperator, TableExistsException, TableName, TableNotFoundException}
import org.apache.hadoop.hbase.client._
import org.apache.hadoop.hbase.filter.KeyOnlyFilter
import org.apache.hadoop.hbase.util.Bytes

import org.apache.spark.sql.hbase.schema.{SchemaJson, TableSchema}

/**
 * Reads and writes the metadata table `SPARK_SQL_HBASE_TABLE`: one row per SQL table, in family `CF` one cell `table` and
 * one cell `column:<name>` per column, as [[SchemaJson]] writes them. The metadata table is created by the first CREATE
 * TABLE. Nothing is kept, so every session sees a change with its next query. Thread-safe.
 */
final class MetadataStore(connection: Connection) {
  import MetadataStore._

  def load(namespace: String, name: String): Option[TableSchema] = {
    val get = new Get(rowKey(namespace, name)).addFamily(Family)
    val result = withTable(Result.EMPTY_RESULT)(_.get(get))
    Option(result.getValue(Family, TableQualifier)).map { cell =>
      SchemaJson.read(
        new String(cell, UTF_8),
        column => Option(result.getValue(Family, columnQualifier(column))).map(new String(_, UTF_8))
      )
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

  def columnQualifier(column: String): Array[Byte] = s"column:$column".getBytes(UTF_8)

  /** HBase namespaces hold no dot, so the first one separates. */
  def rowKey(namespace: String, name: String): Array[Byte] = s"$namespace.$name".getBytes(UTF_8)
}
