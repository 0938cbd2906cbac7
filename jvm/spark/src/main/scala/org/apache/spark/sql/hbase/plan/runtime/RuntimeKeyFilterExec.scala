package org.apache.spark.sql.hbase.plan.runtime

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, SortOrder, UnsafeProjection, UnsafeRow}
import org.apache.spark.sql.catalyst.plans.physical.Partitioning
import org.apache.spark.sql.execution.{BinaryExecNode, SparkPlan, SQLExecution}
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}
import org.apache.spark.sql.hbase.plan.catalyst.Refusal
import org.apache.spark.sql.hbase.shim.RuntimeFilteringShim

/**
 * The rows of one side of a join, read after the other side has been. If that has few keys, only rows with one of them
 * are read. The other side is the exchange of the join itself, so that it runs once. Adaptive execution waits for it
 * before it starts with this side.
 *
 * @param left a plan over a scan of ours, whose [[RuntimeKeyFilter]] get their values from here
 * @param right the exchange of the other side
 * @param keys of the join, over `right`
 * @param maxKeys if there are more, all rows are read
 * @param learned shared with the filters of the scan; not part of the plan's identity, because it follows from `right`
 */
final case class RuntimeKeyFilterExec(left: SparkPlan, right: SparkPlan, keys: Seq[Expression], maxKeys: Int)(
    learned: LearnedKeys
) extends BinaryExecNode {

  override def output: Seq[Attribute] = left.output
  override def outputPartitioning: Partitioning = left.outputPartitioning
  override def outputOrdering: Seq[SortOrder] = left.outputOrdering

  override def nodeName: String = "RuntimeKeyFilter"

  override def simpleString(maxFields: Int): String =
    s"$nodeName reads the first plan by the keys ${keys.mkString("[", ", ", "]")} of the second, if they are at most $maxKeys"

  override protected def otherCopyArgs: Seq[AnyRef] = Seq(learned)

  override lazy val metrics: Map[String, SQLMetric] = Map(
    RuntimeKeyFilterExec.KeysMetric -> SQLMetrics.createMetric(sparkContext, "keys of the runtime key filter")
  )

  override protected def doExecute(): RDD[InternalRow] = {
    learn()
    RuntimeFilteringShim.tellScans(left)
    left.execute()
  }

  private def learn(): Unit = {
    val rows = RuntimeKeyFilterExec.distinctKeys(right.execute(), keys, right.output, maxKeys)
    if (rows.size > maxKeys) learned.learn(Left(Refusal(s"the other side of the join has more keys than $maxKeys")))
    else {
      learned.learn(Right(rows.map(row => keys.indices.map(i => row.get(i, keys(i).dataType)))))
      val metric = longMetric(RuntimeKeyFilterExec.KeysMetric)
      metric.set(rows.size.toLong)
      val execution = sparkContext.getLocalProperty(SQLExecution.EXECUTION_ID_KEY)
      SQLMetrics.postDriverMetricUpdates(sparkContext, execution, Seq(metric))
    }
  }

  override protected def withNewChildrenInternal(newLeft: SparkPlan, newRight: SparkPlan): RuntimeKeyFilterExec =
    copy(left = newLeft, right = newRight)(learned)
}

object RuntimeKeyFilterExec {

  /** Different keys that the scan has got; 0 if they are too many. */
  val KeysMetric = "hbaseRuntimeKeys"

  /** More tasks than that would take longer to start than they read. */
  private val Tasks = 4

  /**
   * All keys without NULL, which has no partner, or some more than `maxKeys` of them. A task reads no more rows than it takes
   * to find these.
   */
  private def distinctKeys(
      rows: RDD[InternalRow],
      keys: Seq[Expression],
      attributes: Seq[Attribute],
      maxKeys: Int
  ): Seq[UnsafeRow] = {
    val found = rows.coalesce(Tasks).mapPartitions { ofTask =>
      val projection = UnsafeProjection.create(keys, attributes)
      val different = scala.collection.mutable.HashSet.empty[UnsafeRow]
      while (ofTask.hasNext && different.size <= maxKeys) {
        val row = projection(ofTask.next())
        if (!row.anyNull() && !different.contains(row)) different += row.copy()
      }
      different.iterator
    }
    found.collect().toSeq.distinct
  }
}
