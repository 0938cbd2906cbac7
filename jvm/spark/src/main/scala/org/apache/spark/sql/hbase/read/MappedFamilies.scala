package org.apache.spark.sql.hbase.read

import java.io.IOException
import java.util.concurrent.{ConcurrentHashMap, TimeUnit}

import scala.util.Using

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.Get

import org.apache.spark.sql.hbase.client.cluster.{ClusterSettings, SharedConnection}
import org.apache.spark.sql.hbase.error.{FirstLine, HBaseErrors, MissingParts}
import org.apache.spark.sql.hbase.schema.{CellNames, Place, TableSchema}

/**
 * Finds out whether an HBase table still has the families that columns are mapped to. Scans of tables whose rows exist
 * by any family name none of them. So HBase would pass over one that is gone, and its columns would be NULL. Asks one
 * region, and remembers a good answer for some seconds. Thread-safe.
 */
private[read] object MappedFamilies {
  private final case class Key(settings: ClusterSettings, table: String, families: Seq[String])

  private val MaxAgeNanos = TimeUnit.SECONDS.toNanos(10)
  private val present = new ConcurrentHashMap[Key, Long]()

  /**
   * Raises `FAMILY_MISSING` where one is gone.
   *
   * @param row in the region that is asked: one that the query reads
   */
  def check(shared: SharedConnection, settings: ClusterSettings, table: ScannedTable, row: Array[Byte]): Unit =
    table.schema.filter(namesNone).foreach { schema =>
      val families = schema.valueColumns.flatMap(c => Place.families(c.place)).distinct
      val key = Key(settings, table.hbaseTable, families)
      val now = System.nanoTime()
      present.values.removeIf(since => now - since > MaxAgeNanos)
      if (families.nonEmpty && !present.containsKey(key)) {
        ask(shared, schema, TableName.valueOf(table.hbaseTable), families, row)
        present.put(key, now)
      }
    }

  private def namesNone(schema: TableSchema): Boolean = schema.adopted && schema.rowFamilies.isEmpty

  private def ask(
      shared: SharedConnection,
      schema: TableSchema,
      hbaseTable: TableName,
      families: Seq[String],
      row: Array[Byte]
  ): Unit = {
    val get = new Get(if (row.isEmpty) Array[Byte](0) else row)
    families.foreach(family => get.addFamily(CellNames.bytes(family)))
    try Using.resource(shared.connection.getTable(hbaseTable))(_.exists(get))
    catch {
      case e: IOException =>
        // What else is wrong the scan says.
        MissingParts.of(e).filter(_._1 == HBaseErrors.FamilyMissing).foreach { case (error, cause) =>
          throw error.analysisCausedBy(
            e,
            "table" -> schema.fullName,
            "hbaseTable" -> schema.hbaseTable,
            "reason" -> FirstLine.of(cause)
          )
        }
    }
  }
}
