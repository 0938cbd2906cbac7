package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.expressions.{AttributeReference, DynamicPruning, Expression, In, Literal}
import org.apache.spark.sql.connector.expressions.{LiteralValue, NamedReference}
import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.connector.read.SupportsRuntimeV2Filtering
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.types.{DataType, NullType}

/**
 * A scan that Spark tells what it learns while a query runs. Before Spark 4.3 it tells lists of values of a column, as
 * conditions of the connector API. Values of scalar subqueries, Bloom filters among them, Spark checks itself.
 */
trait RuntimeFilteringShim extends SupportsRuntimeV2Filtering {

  /** Takes the filters that are known now. */
  private[hbase] def learn(filters: Seq[Expression]): Unit

  override def filter(predicates: Array[Predicate]): Unit = learn(predicates.toSeq.flatMap(RuntimeFilteringShim.listed))
}

object RuntimeFilteringShim {

  /** The reason why a scan is not told the values of scalar subqueries; None if it is. */
  val subqueriesRefused: Option[String] = Some("Spark before 4.3 tells a scan no values of subqueries")

  /** Whether a scan is told the values of this key of a join. */
  def tells(key: Expression): Boolean = key.isInstanceOf[AttributeReference]

  /** Tells the scans of a plan what Spark itself does not tell them. */
  def tellScans(plan: SparkPlan): Unit = plan.foreach {
    case BatchScanExec(_, scan: RuntimeFilteringShim, filters, _, _, _) =>
      scan.learn(filters.filterNot(_.isInstanceOf[DynamicPruning]))
    case _ =>
  }

  private def listed(predicate: Predicate): Option[Expression] = predicate.children.toSeq match {
    case (column: NamedReference) +: values if predicate.name == "IN" && column.fieldNames.length == 1 =>
      val literals = values.collect { case LiteralValue(value, dataType) => Literal(value, dataType) }
      val dataType: DataType = literals.headOption.fold[DataType](NullType)(_.dataType)
      Option.when(literals.size == values.size)(In(AttributeReference(column.fieldNames.head, dataType)(), literals))
    case _ => None
  }
}

/** Matches a runtime filter that lists the values of a join's key; the values are None while they are not known. */
object ListedKeys {
  def unapply(filter: Expression): Option[(Expression, Option[Seq[Any]])] = filter match {
    case In(key, literals) => Some((key, Some(literals.map { case Literal(value, _) => value })))
    case _ => None
  }
}
