package org.apache.spark.sql.hbase.catalog.definition

import org.apache.spark.sql.catalyst.util.CharVarcharUtils
import org.apache.spark.sql.hbase.codec.types.{SqlType, ValueEncoding}
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema._
import org.apache.spark.sql.types.DataType

/** The types and encodings of columns that a statement declares. Pure functions, thread-safe. */
private[catalog] object ColumnTypes {

  /** The property of the table is for the columns that have such an encoding; the others have their own default. */
  def defaultEncodingOf(sqlType: SqlType, ofTable: Option[ValueEncoding]): ValueEncoding = {
    val ownDefault = if (sqlType.isNested) ValueEncoding.NESTED else ValueEncoding.ORDERED
    ofTable.filter(e => isForNested(e) == sqlType.isNested).getOrElse(ownDefault)
  }

  private def isForNested(encoding: ValueEncoding): Boolean = encoding match {
    case ValueEncoding.NESTED | ValueEncoding.JSON | ValueEncoding.AVRO => true
    case ValueEncoding.ORDERED | ValueEncoding.HBASE | ValueEncoding.TEXT | ValueEncoding.CAST_TEXT |
        ValueEncoding.PHOENIX =>
      false
  }

  /** CHAR and VARCHAR are strings in HBase; Spark checks their lengths. */
  def sqlType(table: String, column: String, dataType: DataType): SqlType =
    SparkTypes
      .fromSpark(CharVarcharUtils.replaceCharVarcharWithString(dataType))
      .getOrElse(
        throw HBaseErrors.UnsupportedType.analysis("table" -> table, "column" -> column, "type" -> dataType.sql)
      )

  def refuseKeySettings(table: String, column: String, own: TableProperties.ColumnSettings): Unit = {
    def refuse(property: TableProperties.Property, reason: String): Unit =
      throw HBaseErrors.InvalidProperty.analysis(
        "table" -> table,
        "property" -> s"${TableProperties.ColumnPrefix}$column.${property.name}",
        "reason" -> reason
      )
    if (own.descending.isDefined) refuse(TableProperties.ColumnOrder, "only a column of the PRIMARY KEY has an order")
    if (own.form.isDefined) refuse(TableProperties.ColumnForm, "only a column of the PRIMARY KEY has a form")
  }
}
