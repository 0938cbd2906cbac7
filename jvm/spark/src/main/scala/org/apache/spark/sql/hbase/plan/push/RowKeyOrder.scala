package org.apache.spark.sql.hbase.plan.push

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.expressions.{
  Ascending,
  AttributeReference,
  EqualTo,
  Expression,
  Literal,
  SortOrder
}
import org.apache.spark.sql.hbase.engine.analysis.KeyOrder
import org.apache.spark.sql.hbase.engine.expression.RaisingExpressions
import org.apache.spark.sql.hbase.engine.keyrange.{KeyRanges, NarrowingFilters}
import org.apache.spark.sql.hbase.plan.push.access.PlainAccess
import org.apache.spark.sql.hbase.wire.proto.{Operator, SubPlan, TableLayout}

/**
 * Orders in which a region yields its rows anyhow. They are the order of the row keys, forward or backward. Then the
 * first rows are the answer, and the others need not be read.
 *
 * {{{
 * PRIMARY KEY (day, shop)    ORDER BY day             yes
 *                            ORDER BY day, shop, v    yes: no two rows have the same day and shop
 *                            ORDER BY day DESC        backward; if the column is stored so, forward
 *                            WHERE day = '2024-01-05'
 *                            ORDER BY shop            yes: all rows that pass have the same day
 * }}}
 *
 * Behind a salt or hash the order begins anew, and a region may hold several of these.
 */
private[plan] object RowKeyOrder {

  /** Tells whether the rows of `access` come in this order from region servers that check all its conditions. */
  def is(order: Seq[SortOrder], layout: TableLayout, access: PlainAccess): Boolean =
    follows(order, layout, access, backward = false)

  /** Tells whether rows that come from the last row key to the first have this order. */
  def isBackward(order: Seq[SortOrder], layout: TableLayout, access: PlainAccess): Boolean =
    follows(order, layout, access, backward = true)

  private def follows(order: Seq[SortOrder], layout: TableLayout, access: PlainAccess, backward: Boolean): Boolean = {
    val names = access.batchScan.output.map(column => column.exprId -> column.name).toMap
    val pinned = access.conjuncts.flatMap(pinnedColumn).flatMap(column => names.get(column.exprId)).toSet
    val keys = layout.getColumnsList.asScala.filter(_.hasKey)
    val (same, different) = keys.partition(key => pinned(key.getName))
    val deciding = order.filterNot(_.child match {
      case column: AttributeReference => names.get(column.exprId).exists(pinned)
      case _ => false
    })
    !layout.hasKeyPrefix && keys.nonEmpty && same.forall(KeyOrder.isOfValues(_)) && deciding.zip(different).forall {
      case (SortOrder(attribute: AttributeReference, direction, _, _), key) =>
        names.get(attribute.exprId).contains(key.getName) && KeyOrder.isOfValues(key) &&
        (direction == Ascending) != (key.getKey.getDescending != backward)
      case _ => false
    }
  }

  /** The column that has one value in all rows that pass. */
  private def pinnedColumn(conjunct: Expression): Option[AttributeReference] = conjunct match {
    case EqualTo(column: AttributeReference, _: Literal) => Some(column)
    case EqualTo(_: Literal, column: AttributeReference) => Some(column)
    case _ => None
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
}
