package org.apache.spark.sql.hbase.plan.push

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.expressions.{AttributeSet, Expression}
import org.apache.spark.sql.hbase.plan.catalyst.{LayoutBinding, RaisingInSpark, Refusal, SubPlanAssembly}
import org.apache.spark.sql.hbase.plan.push.access.{ConjunctOrder, PushedConjuncts}
import org.apache.spark.sql.hbase.wire.proto.{Expression => ProtoExpression, SubPlan}
import org.apache.spark.sql.types.AtomicType

/**
 * Conditions that a data source takes over from Spark before Spark plans how it evaluates the others. So those that may
 * raise an error stay in Spark, with all that Spark might evaluate behind them. Columns with fields stay, too: the scan
 * may read other fields of them in the end.
 *
 * Pure functions, thread-safe.
 */
private[hbase] object SourceConditions {

  /**
   * @param whole reads every column of the table: a condition is taken if it is good beside any of them
   * @param structs columns that are several of the layout, by name
   */
  def of(conditions: Seq[Expression], whole: SubPlan, structs: Map[String, ProtoExpression]): PushedConjuncts = {
    val layout = whole.getTable
    val names = layout.getColumnsList.asScala.map(_.getName).toSet ++ structs.keys
    val columns = AttributeSet.fromAttributeSets(conditions.map(_.references)).toSeq
    val input = LayoutBinding(layout, columns.filter(column => names(column.name)), structs)
    val (plain, nested) = ConjunctOrder
      .beforeErrors(conditions)(RaisingInSpark.mayRaise(_, input))
      .partition(_.references.forall(_.dataType.isInstanceOf[AtomicType]))
    val split = PushedConjuncts.split(plain, layout, input)
    val others = nested.map(Refusal.of(_, "Spark may read other fields of the column")) ++
      conditions.diff(plain ++ nested).map(Refusal.of(_, "it may raise an error, or stands behind one that may"))
    SubPlanAssembly.checked(layout, split.operators ++ whole.getOperatorsList.asScala) match {
      case Right(_) => split.copy(refused = split.refused ++ others)
      case Left(reason) => PushedConjuncts(Nil, Nil, conditions, Seq(reason))
    }
  }
}
