package org.apache.spark.sql.hbase.schema

import java.time.Instant

/**
 * The statistics that `CALL hbase.system.analyze` computed for a table. Immutable.
 *
 * @param tableId of the table that was analyzed, with its version then: statistics of another one are not used
 * @param columns of those with a type that Spark estimates with
 * @param keyParts all row keys of the table, in parts of about equal size; none where HBase does not tell sizes
 */
final case class TableStatistics(
    tableId: String,
    schemaVersion: Int,
    analyzedAt: Instant,
    rows: Long,
    columns: Seq[ColumnStatistics],
    keyParts: Seq[KeyPartSize]
) {
  def areOf(table: TableSchema): Boolean = tableId == table.id && schemaVersion == table.schemaVersion

  /** Returns the statistics that stay valid for the next version of the table: ALTER TABLE changes no stored value. */
  def carriedTo(before: TableSchema, after: TableSchema): TableStatistics = copy(
    schemaVersion = after.schemaVersion,
    columns = for {
      c <- columns
      old <- before.columns.find(_.name == c.name)
      same <- after.columns.find(_.place == old.place)
    } yield c.copy(name = same.name)
  )

  override def toString: String = s"$rows rows, ${columns.size} columns, analyzed $analyzedAt"
}

/**
 * @param distinct about how many different values, NULL not counted
 * @param range the least and the greatest value, in Catalyst's form; None of types without an order that Spark estimates
 *   with, and of columns of NULLs
 */
final case class ColumnStatistics(name: String, distinct: Long, nulls: Long, range: Option[(Any, Any)])

/**
 * Row keys from `start` up to the next part.
 *
 * @param start shared, do not modify; empty for the start of the table
 * @param bytes stored there
 */
final case class KeyPartSize(start: Array[Byte], bytes: Long) {
  override def equals(other: Any): Boolean = other match {
    case part: KeyPartSize => java.util.Arrays.equals(start, part.start) && bytes == part.bytes
    case _ => false
  }

  override def hashCode: Int = 31 * java.util.Arrays.hashCode(start) + bytes.hashCode
}
