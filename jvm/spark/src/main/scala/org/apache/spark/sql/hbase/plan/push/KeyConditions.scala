package org.apache.spark.sql.hbase.plan.push

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression}
import org.apache.spark.sql.hbase.plan.catalyst.{LayoutBinding, SubPlanAssembly}
import org.apache.spark.sql.hbase.plan.push.access.PushedConjuncts
import org.apache.spark.sql.hbase.wire.proto.{Expression => ProtoExpression, SubPlan, TableLayout}

/** Conditions of a query as a sub-plan whose row keys are known, though Spark checks them all. */
object KeyConditions {

  /**
   * @param conjuncts in the order in which Spark evaluates them
   * @param output columns of the table, under its names
   * @param structs those that are several columns of the layout, by name
   * @return the sub-plan and the conjuncts that it holds, None if it holds none
   */
  def of(
      conjuncts: Seq[Expression],
      layout: TableLayout,
      output: Seq[Attribute],
      structs: Map[String, ProtoExpression] = Map.empty
  ): Option[(SubPlan, Seq[Expression])] = {
    val split = PushedConjuncts.split(conjuncts, layout, LayoutBinding(layout, output, structs))
    SubPlanAssembly.checked(layout, split.operators).toOption.filter(_ => split.pushed.nonEmpty).map(_ -> split.pushed)
  }
}
