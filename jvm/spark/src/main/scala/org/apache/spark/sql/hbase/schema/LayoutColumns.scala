package org.apache.spark.sql.hbase.schema

import org.apache.spark.sql.hbase.wire.proto

/** The columns of a table's layout, and references to them in sub-plans. */
private[schema] object LayoutColumns {

  /** The columns of `TableLayouts.of`, in order. */
  def of(table: TableSchema, needed: Set[String]): Seq[ColumnMapping] =
    table.keyColumns ++ table.valueColumns.filter(c => needed(c.name)).flatMap(_.leaves) ++
      MetadataColumns.among(table, needed)

  /** References to the columns of [[of]], by name; to the first where two have the same. */
  def references(table: TableSchema, needed: Set[String]): Map[String, proto.Expression] =
    of(table, needed).zipWithIndex.reverseIterator.map { case (c, ordinal) => c.name -> reference(c, ordinal) }.toMap

  private def reference(column: ColumnMapping, ordinal: Int): proto.Expression =
    proto.Expression.newBuilder().setType(SparkTypes.toProto(column.sqlType)).setColumn(ordinal).build()
}
