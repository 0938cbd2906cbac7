package org.apache.spark.sql.hbase.catalog.definition

import org.apache.spark.sql.hbase.codec.types.{SqlType, ValueEncoding}
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.Place

/** Columns of which a statement says that they are the map of a whole family, as `hbase.column.m.qualifier = '*'`. */
private[catalog] object FamilyMaps {
  val Qualifier = "*"

  def isOne(qualifier: String): Boolean = qualifier.trim == Qualifier

  /** A qualifier as a statement must write it. */
  def literal(qualifier: String): String = if (qualifier == Qualifier) "\\x2A" else qualifier

  /**
   * @param ofColumn encoding that the statement gives the column
   * @param ofTable encoding that it gives the table
   */
  def place(
      table: String,
      column: String,
      sqlType: SqlType,
      family: String,
      ofColumn: Option[ValueEncoding],
      ofTable: Option[ValueEncoding]
  ): Place = {
    val isMap = sqlType.kind == SqlType.Kind.MAP
    if (!isMap || !Seq(SqlType.Kind.STRING, SqlType.Kind.BINARY).contains(sqlType.fieldType(0).kind)) {
      val reason = s"its type is $sqlType, and qualifiers are the keys of a MAP<STRING, ...> or MAP<BINARY, ...>"
      throw refused(table, column, reason)
    }
    val encoding = ofColumn.getOrElse(ColumnTypes.defaultEncodingOf(sqlType.fieldType(1), ofTable))
    Place.FamilyMap(family, encoding)
  }

  def refused(table: String, column: String, reason: String): Exception =
    HBaseErrors.InvalidFamilyMap.analysis("table" -> table, "column" -> column, "reason" -> reason)
}
