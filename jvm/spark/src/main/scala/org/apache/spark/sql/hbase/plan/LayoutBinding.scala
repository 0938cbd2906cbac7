package org.apache.spark.sql.hbase.plan

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.hbase.wire.proto.TableLayout

/** Binds the scan's attributes, which carry column names, to positions in a table layout. */
object LayoutBinding {
  def apply(layout: TableLayout, attributes: Seq[Attribute]): InputBinding = {
    val ordinals = layout.getColumnsList.asScala.map(_.getName).zipWithIndex.toMap
    InputBinding(
      attributes.map(attribute => attribute.exprId -> ordinals(attribute.name)).toMap,
      attributes.map(attribute => attribute.exprId -> layout.getColumns(ordinals(attribute.name)).getType).toMap
    )
  }
}
