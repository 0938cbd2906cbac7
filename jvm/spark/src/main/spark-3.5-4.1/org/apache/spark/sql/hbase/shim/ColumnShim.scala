package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.connector.catalog.{Column, ColumnDefaultValue}
import org.apache.spark.sql.types.DataType

/** Columns of tables, which have an ID in some lines of Spark. */
object ColumnShim {

  /** @param id that these lines of Spark do not know: they tell columns apart by name and type */
  def column(
      name: String,
      dataType: DataType,
      nullable: Boolean,
      comment: Option[String],
      default: Option[ColumnDefaultValue],
      id: String
  ): Column = default match {
    case Some(value) => Column.create(name, dataType, nullable, comment.orNull, value, null)
    case None => Column.create(name, dataType, nullable, comment.orNull, null: String)
  }
}
