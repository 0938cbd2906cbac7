package org.apache.spark.sql.hbase.plan

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.expressions.{Ascending, AttributeReference, SortOrder}
import org.apache.spark.sql.hbase.engine.expression.RaisingExpressions
import org.apache.spark.sql.hbase.engine.keyrange.{KeyRanges, NarrowingFilters}
import org.apache.spark.sql.hbase.wire.proto.{Column, Encoding, KeyForm, Operator, SubPlan, TableLayout, TypeKind}

/**
 * Orders in which a region yields its rows anyhow, because they are that of the row keys, read from the first to the last
 * or from the last to the first. Then the first rows are the answer, and the others need not be read.
 *
 * {{{
 * PRIMARY KEY (day, shop)    ORDER BY day             yes
 *                            ORDER BY day, shop, v    yes: no two rows have the same day and shop
 *                            ORDER BY day DESC        backward; if the column is stored so, forward
 * }}}
 *
 * Behind a salt or hash the order begins anew, and a region may hold several of these.
 */
private[plan] object RowKeyOrder {

  /** @param columns attributes of the table's columns */
  def is(order: Seq[SortOrder], layout: TableLayout, columns: Seq[AttributeReference]): Boolean =
    follows(order, layout, columns, backward = false)

  /** The same for rows that come from the last row key to the first. */
  def isBackward(order: Seq[SortOrder], layout: TableLayout, columns: Seq[AttributeReference]): Boolean =
    follows(order, layout, columns, backward = true)

  private def follows(
      order: Seq[SortOrder],
      layout: TableLayout,
      columns: Seq[AttributeReference],
      backward: Boolean
  ): Boolean = {
    val keys = layout.getColumnsList.asScala.filter(_.hasKey)
    val names = columns.map(column => column.exprId -> column.name).toMap
    !layout.hasKeyPrefix && keys.nonEmpty && order.zip(keys).forall {
      case (SortOrder(attribute: AttributeReference, direction, _, _), key) =>
        names.get(attribute.exprId).contains(key.getName) && isByBytes(key) &&
        (direction == Ascending) != (key.getKey.getDescending != backward)
      case _ => false
    }
  }

  /**
   * Whether nearly all rows that are read pass the Filters. Reading backward costs several times as much as reading
   * forward, so it pays only where few rows are read.
   */
  def readsFewOthers(plan: SubPlan): Boolean = {
    val filters = plan.getOperatorsList.asScala.count(_.hasFilter)
    val keys = KeyRanges.of(plan)
    filters == 0 || (keys.ranges.size == 1 && !keys.isAll && NarrowingFilters.of(plan).size == filters)
  }

  /** Whether no row that is not read could have raised an error. */
  def neverRaises(operators: Seq[Operator]): Boolean = operators.forall { operator =>
    val expressions =
      if (operator.hasFilter) Seq(operator.getFilter.getPredicate)
      else operator.getProject.getExpressionsList.asScala.toSeq
    !expressions.exists(RaisingExpressions.mayRaise)
  }

  /** Zeros and NaNs of different bytes are equal. */
  private def isByBytes(key: Column): Boolean = key.getKey.getEncoding == Encoding.ORDERED &&
    key.getKey.getForm == KeyForm.PLAIN &&
    key.getType.getKind != TypeKind.FLOAT && key.getType.getKind != TypeKind.DOUBLE
}
