package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.execution.{InSubqueryExec, SparkPlan}
import org.apache.spark.sql.internal.connector.SupportsRuntimeCatalystFiltering

/** A scan that Spark tells what it learns while a query runs: in Spark 4.3 every runtime filter, as an expression. */
trait RuntimeFilteringShim extends SupportsRuntimeCatalystFiltering {

  /** Takes the filters that are known now. */
  private[hbase] def learn(filters: Seq[Expression]): Unit

  override def filter(conditions: Array[Expression]): Unit = learn(conditions.toSeq)
}

object RuntimeFilteringShim {

  /** The reason why a scan is not told the values of scalar subqueries; None if it is. */
  val subqueriesRefused: Option[String] = None

  /** Whether a scan is told the values of this key of a join. */
  def tells(key: Expression): Boolean = true

  /** Tells the scans of a plan what Spark itself does not tell them. */
  def tellScans(plan: SparkPlan): Unit = ()
}

/** Matches a runtime filter that lists the values of a join's key; the values are None while they are not known. */
object ListedKeys {
  def unapply(filter: Expression): Option[(Expression, Option[Seq[Any]])] = filter match {
    case in: InSubqueryExec => Some((in.child, in.values().map(_.toSeq)))
    case _ => None
  }
}
