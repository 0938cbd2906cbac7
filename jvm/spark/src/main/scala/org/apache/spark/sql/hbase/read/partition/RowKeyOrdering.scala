package org.apache.spark.sql.hbase.read.partition

import org.apache.spark.sql.connector.expressions.{Expression, Expressions, FieldReference, SortDirection, SortOrder}
import org.apache.spark.sql.hbase.codec.types.SqlType
import org.apache.spark.sql.hbase.schema.{ColumnMapping, Place, TableSchema}

/** The order of values in which the row keys of one bucket lie. */
private[read] object RowKeyOrdering {

  /** By the leading columns of the row key whose bytes are in the order of their values; there is no NULL among these. */
  def of(table: TableSchema): Array[SortOrder] =
    table.keyColumns.map(order).takeWhile(_.isDefined).flatten.toArray

  private def order(column: ColumnMapping): Option[SortOrder] = column.place match {
    case Place.Key(_, encoding, descending, form)
        if form.kind.keepsOrder && encoding.keepsOrder && isByBytes(column.sqlType) =>
      val direction = if (descending) SortDirection.DESCENDING else SortDirection.ASCENDING
      val reference: Expression = FieldReference.column(column.name)
      Some(Expressions.sort(reference, direction))
    case _ => None
  }

  /** Zeros and NaNs of different bytes are equal. */
  private def isByBytes(sqlType: SqlType): Boolean =
    sqlType.kind != SqlType.Kind.FLOAT && sqlType.kind != SqlType.Kind.DOUBLE
}
