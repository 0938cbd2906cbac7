package org.apache.spark.sql.hbase.plan

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.expressions.{Ascending, AttributeReference, SortOrder}
import org.apache.spark.sql.hbase.engine.expression.RaisingExpressions
import org.apache.spark.sql.hbase.wire.proto.{Column, Encoding, KeyForm, Operator, TableLayout, TypeKind}

/**
 * Orders in which a region yields its rows anyhow, because they are that of the row keys. Then the first rows are the
 * answer, and the others need not be read.
 *
 * {{{
 * PRIMARY KEY (day, shop)    ORDER BY day             yes
 *                            ORDER BY day, shop, v    yes: no two rows have the same day and shop
 *                            ORDER BY day DESC        no, unless the column is stored so
 * }}}
 *
 * Behind a salt or hash the order begins anew, and a region may hold several of these.
 */
private[plan] object RowKeyOrder {

  /** @param columns attributes of the table's columns */
  def is(order: Seq[SortOrder], layout: TableLayout, columns: Seq[AttributeReference]): Boolean = {
    val keys = layout.getColumnsList.asScala.filter(_.hasKey)
    val names = columns.map(column => column.exprId -> column.name).toMap
    !layout.hasKeyPrefix && keys.nonEmpty && order.zip(keys).forall {
      case (SortOrder(attribute: AttributeReference, direction, _, _), key) =>
        names.get(attribute.exprId).contains(key.getName) && isByBytes(key) &&
        (direction == Ascending) != key.getKey.getDescending
      case _ => false
    }
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
