package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.connector.catalog.{Column, ColumnDefaultValue}
import org.apache.spark.sql.types.DataType

/** Columns of tables, which have an ID in some lines of Spark. */
object ColumnShim {

  /** @param id by which Spark tells a column from another of the same name that took its place after a query was planned */
  def column(
      name: String,
      dataType: DataType,
      nullable: Boolean,
      comment: Option[String],
      default: Option[ColumnDefaultValue],
      id: String
  ): Column = {
    val column = Column.builderFor(name, dataType).nullable(nullable).comment(comment.orNull).id(id)
    default.foreach(column.defaultValue)
    column.build()
  }
}
