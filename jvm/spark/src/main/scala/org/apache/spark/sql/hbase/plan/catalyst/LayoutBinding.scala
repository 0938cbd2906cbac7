package org.apache.spark.sql.hbase.plan.catalyst

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.hbase.wire.proto.{Expression => ProtoExpression, TableLayout}

/** Binds the scan's attributes, which carry column names, to positions in a table layout. */
object LayoutBinding {

  /** @param structs columns that are several of the layout, by name */
  def apply(
      layout: TableLayout,
      attributes: Seq[Attribute],
      structs: Map[String, ProtoExpression] = Map.empty
  ): InputBinding = {
    val ordinals = layout.getColumnsList.asScala.map(_.getName).zipWithIndex.toMap
    val (assembled, columns) = attributes.partition(attribute => structs.contains(attribute.name))
    InputBinding(
      columns.map(attribute => attribute.exprId -> ordinals(attribute.name)).toMap,
      columns.map(attribute => attribute.exprId -> layout.getColumns(ordinals(attribute.name)).getType).toMap,
      assembled.map(attribute => attribute.exprId -> structs(attribute.name)).toMap
    )
  }
}
