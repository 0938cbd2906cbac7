package org.apache.spark.sql.hbase.plan.runtime

import scala.collection.mutable

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.joins.ShuffledHashJoinExec

/** The rows that a hash join broadcasts. */
private[plan] object BroadcastRows {

  /**
   * Returns the rows of the broadcast side, the rows of one key together, in the order in which a join finds them. Rows
   * with NULL in the key are left out. Each row is valid until the next one is asked for. For one thread.
   *
   * @param build the side of the join that is broadcast
   */
  def of(build: SparkPlan): Iterator[InternalRow] = {
    val relation = broadcast(build)(_.buildHashedRelation).asReadOnlyCopy()
    val keys = if (relation.keyIsUnique) relation.keys() else distinct(relation.keys())
    keys.flatMap(relation.get)
  }

  /**
   * The value that is broadcast, which other threads may use.
   *
   * @param maker is not called: it makes such values, and their type has a name in Spark's own packages only
   */
  private def broadcast[T](build: SparkPlan)(maker: ShuffledHashJoinExec => Iterator[InternalRow] => T): T =
    build.executeBroadcast[T]().value

  /** A relation of several rows with one key may name it for each of them. */
  private def distinct(keys: Iterator[InternalRow]): Iterator[InternalRow] = {
    val known = mutable.HashSet.empty[InternalRow]
    keys.map(_.copy()).filter(known.add)
  }
}
