package org.apache.spark.sql.hbase.write.encode

import org.apache.spark.sql.hbase.codec.types.{SqlType, ValueEncoding}
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.{ColumnMapping, Place, TableRowKeys, TableSchema}
import org.apache.spark.sql.types.CharType

/**
 * Whether the values of its key columns tell the bytes of a row key. Keys that we wrote do. Other programs may have
 * written one value in several ways. Then the row that was read is not the row that its values lead to.
 *
 * {{{
 * INT in encoding string    '7', '07' and '+7' are the value 7, of which we would delete '7'
 * }}}
 */
private[write] object ExactRowKeys {

  def check(table: TableSchema): Unit = if (table.adopted) {
    // Phoenix leaves out an empty text at the end of a row key, and SHC with Phoenix's bytes does not.
    val omittable = TableRowKeys.codec(table).isOmittable(table.keyColumns.size - 1)
    table.keyColumns.find(c => !isExact(c) || omittable && c == table.keyColumns.last).foreach { column =>
      throw HBaseErrors.AmbiguousRowKey.analysis(
        "table" -> table.fullName,
        "column" -> column.name,
        "type" -> column.sparkType.sql
      )
    }
  }

  private def isExact(column: ColumnMapping): Boolean = {
    val kind = column.sqlType.kind
    val text = kind == SqlType.Kind.STRING || kind == SqlType.Kind.BINARY
    val encoding = column.place.asInstanceOf[Place.Key].encoding
    val oneForm = encoding match {
      case ValueEncoding.ORDERED => true
      // Phoenix writes -0.0 as it is.
      case ValueEncoding.PHOENIX => kind != SqlType.Kind.FLOAT && kind != SqlType.Kind.DOUBLE
      case ValueEncoding.HBASE => kind != SqlType.Kind.BOOLEAN && kind != SqlType.Kind.DECIMAL
      case _ => false
    }
    // Spark hands CHAR values over with blanks that the row key may not have.
    (text || oneForm) && !column.declared.exists(_.isInstanceOf[CharType])
  }
}
