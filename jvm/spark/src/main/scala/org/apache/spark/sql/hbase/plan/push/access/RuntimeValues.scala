package org.apache.spark.sql.hbase.plan.push.access

import org.apache.spark.sql.catalyst.expressions.{Expression, ScalarSubquery, Unevaluable}
import org.apache.spark.sql.hbase.engine.expression.RaisingExpressions
import org.apache.spark.sql.hbase.plan.catalyst.{CatalystExpressions, CatalystTypes, InputBinding}
import org.apache.spark.sql.types.{AtomicType, BooleanType, DataType}

/**
 * Among the runtime filters of a scan: the values that the scan's sub-plan waits for, in the order of its placeholders,
 * see [[Placeholders]]. Spark runs their subqueries before it asks the scan for its partitions.
 *
 * {{{
 * Filter [k > CAST((SELECT max(x) FROM s) AS BIGINT) AND v > 1]   BatchScan, RuntimeFilters: [values(CAST(subquery))]
 *   BatchScan [k, v]                                                sub-plan: Filter(k > placeholder 0), Filter(v > 1)
 * }}}
 *
 * @param children expressions without columns
 */
final case class RuntimeValues(override val children: Seq[Expression]) extends Expression with Unevaluable {
  override def nullable: Boolean = false
  override def dataType: DataType = BooleanType
  override def prettyName: String = "values"
  override def toString: String = children.mkString("values(", ", ", ")")
  override protected def withNewChildrenInternal(newChildren: IndexedSeq[Expression]): Expression = copy(newChildren)
}

object RuntimeValues {

  /**
   * The parts of expressions that are known once scalar subqueries have run. They are the largest parts without
   * columns, so that ranges of row keys see a plain value. A part that may raise an error is left to the engine, which
   * raises it if there is a row.
   */
  def of(expressions: Seq[Expression]): Seq[Expression] = expressions.flatMap(parts).distinct

  private def parts(expression: Expression): Seq[Expression] =
    if (!expression.exists(isSubquery)) Nil
    else if (isValue(expression)) Seq(expression)
    else expression.children.flatMap(parts)

  private def isValue(expression: Expression): Boolean =
    isPlain(expression.dataType) && expression.references.isEmpty && expression.deterministic &&
      (isSubquery(expression) || neverRaises(expression))

  private def isPlain(dataType: DataType): Boolean =
    dataType.isInstanceOf[AtomicType] && CatalystTypes.toProto(dataType).isRight

  /** Not for one with columns of another query, which Spark has rewritten as a join before. */
  private def isSubquery(expression: Expression): Boolean = expression match {
    case subquery: ScalarSubquery => subquery.children.isEmpty
    case _ => false
  }

  private def neverRaises(expression: Expression): Boolean = {
    val subqueries = InputBinding(Map.empty, values = expression.collect { case e if isSubquery(e) => e })
    CatalystExpressions.toProto(expression, subqueries).exists(!RaisingExpressions.mayRaise(_))
  }
}
