package org.apache.spark.sql.hbase.schema

import org.apache.spark.sql.hbase.wire.proto

/** The columns of a table's layout, and references to them in sub-plans. */
private[schema] object LayoutColumns {

  /** The columns of `TableLayouts.of`, in order. */
  def of(table: TableSchema, needed: Set[String]): Seq[ColumnMapping] =
    table.keyColumns ++ table.valueColumns.filter(c => needed(c.name)).flatMap(_.leaves) ++
      MetadataColumns.among(table, needed)

  def reference(columns: Seq[ColumnMapping], ordinal: Int): proto.Expression =
    proto.Expression.newBuilder().setType(SparkTypes.toProto(columns(ordinal).sqlType)).setColumn(ordinal).build()
}
