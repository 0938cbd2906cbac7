package org.apache.spark.sql.hbase.plan.runtime

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, SortOrder}
import org.apache.spark.sql.catalyst.plans.physical.Partitioning
import org.apache.spark.sql.execution.{BinaryExecNode, SparkPlan, SQLExecution}
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}
import org.apache.spark.sql.hbase.shim.RuntimeFilteringShim

/**
 * The rows of one side of a join, read after the other side has been. If that has few keys, only rows with one of them
 * are read. If it has more, region servers send hardly any row without a partner. The other side is the exchange of the
 * join itself, so that it runs once. Adaptive execution waits for it before it starts with this side.
 *
 * @param left a plan over a scan of ours, whose [[RuntimeKeyFilter]] get their values from here
 * @param right the exchange of the other side
 * @param keys of the join, over `right`
 * @param columns of each filter of the scan, by their positions in `keys`
 * @param maxKeys if there are more, a Bloom filter stands for them
 * @param learned shared with the filters of the scan; not part of the plan's identity, because it follows from `right`
 */
final case class RuntimeKeyFilterExec(
    left: SparkPlan,
    right: SparkPlan,
    keys: Seq[Expression],
    columns: Seq[Seq[Int]],
    maxKeys: Int
)(learned: LearnedKeys)
    extends BinaryExecNode {

  override def output: Seq[Attribute] = left.output
  override def outputPartitioning: Partitioning = left.outputPartitioning
  override def outputOrdering: Seq[SortOrder] = left.outputOrdering

  override def nodeName: String = "RuntimeKeyFilter"

  override def simpleString(maxFields: Int): String =
    s"$nodeName reads the first plan by the keys ${keys.mkString("[", ", ", "]")} of the second, or by a Bloom filter of more than $maxKeys"

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
    val found = DistinctKeys.of(right.execute(), keys, right.output, columns, maxKeys)
    learned.learn(found)
    val metric = longMetric(RuntimeKeyFilterExec.KeysMetric)
    metric.set(RuntimeKeyFilterExec.count(found))
    val execution = sparkContext.getLocalProperty(SQLExecution.EXECUTION_ID_KEY)
    SQLMetrics.postDriverMetricUpdates(sparkContext, execution, Seq(metric))
  }

  override protected def withNewChildrenInternal(newLeft: SparkPlan, newRight: SparkPlan): RuntimeKeyFilterExec =
    copy(left = newLeft, right = newRight)(learned)
}

object RuntimeKeyFilterExec {

  /** Different keys that the scan has got, about so many of a Bloom filter; 0 if they are too many. */
  val KeysMetric = "hbaseRuntimeKeys"

  private def count(found: DistinctKeys.Found): Long = found match {
    case DistinctKeys.Listed(rows) => rows.size.toLong
    case DistinctKeys.TooMany(_, filters) => (0L +: filters.values.flatMap(_.toOption).map(_.count).toSeq).max
  }
}
