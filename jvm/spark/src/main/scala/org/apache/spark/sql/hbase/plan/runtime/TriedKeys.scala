package org.apache.spark.sql.hbase.plan.runtime

import org.apache.spark.sql.catalyst.expressions.{DynamicPruningExpression, Expression}
import org.apache.spark.sql.execution.{InSubqueryExec, SubqueryBroadcastExec}
import org.apache.spark.sql.hbase.plan.catalyst.Refusal

/**
 * Keys of a side of a join that has no condition of its own, for a column that is not of the row key. The side may hold
 * all values of the column. So the scan looks at the number of the keys before it sends them. Pure functions.
 */
private[hbase] object TriedKeys {
  private val Name = "keys of a side without a condition"

  /**
   * The keys that are worth sending for a column.
   *
   * @param most more are not listed; a Bloom filter stands for them
   * @param ofColumn different values in the table, by its statistics
   */
  final case class Limit(most: Int, ofColumn: Option[Long]) {

    /** Says why keys are not sent; None if they are. */
    def refusal(key: Expression, count: Long): Option[Refusal] =
      ofColumn.filter(values => count > 0 && values <= count).map { values =>
        Refusal.of(
          key,
          s"the other side of the join has $count keys, and no condition; the column has about $values values"
        )
      }
  }

  /** Marks keys of a broadcast side. */
  private[runtime] def of(keys: SubqueryBroadcastExec): SubqueryBroadcastExec = keys.copy(name = Name)

  private[runtime] def isOne(filter: Expression): Boolean = filter match {
    case DynamicPruningExpression(in: InSubqueryExec) =>
      in.plan match {
        case keys: SubqueryBroadcastExec => keys.name == Name
        case _ => false
      }
    case keys: RuntimeKeyFilter => keys.isTried
    case _ => false
  }

  /** The columns of a scan that only such keys limit. */
  private[runtime] def columns(filters: Seq[Expression]): Set[String] = {
    val (tried, others) = filters.partition(isOne)
    def names(of: Seq[Expression]) = of.flatMap(_.references.map(_.name)).toSet
    names(tried) -- names(others)
  }
}
