package org.apache.spark.sql.hbase.plan.push

import org.apache.spark.sql.catalyst.expressions.{And, Expression, If, Literal, Not, Or}
import org.apache.spark.sql.catalyst.expressions.Literal.{FalseLiteral, TrueLiteral}
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, Project, Sort}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.trees.TreePatternBits
import org.apache.spark.sql.catalyst.trees.TreePattern.{AND, NULL_LITERAL, OR, SORT}
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation

/**
 * Says `x OR NULL` and `x AND NULL` in other words where an ORDER BY over a table of ours may have them. Spark
 * translates the order of an ORDER BY with LIMIT for each table that is no file, wanted or not. `V2ExpressionBuilder`
 * of Spark 4.3 fails at a NULL beside AND and OR. Without this rule the query ends with INTERNAL_ERROR; over files it
 * does not.
 *
 * {{{
 * x OR NULL     if(x, true, NULL)
 * x AND NULL    if(NOT x, false, NULL)
 * }}}
 */
object NullConditionsInOrder extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan =
    if (plan.containsPattern(SORT) && mayHaveNullCondition(plan) && readsTableOfOurs(plan))
      // Of what a Project computes, the order may be made later.
      plan.transformDown { case node @ (_: Sort | _: Project) =>
        node.transformExpressionsUpWithPruning(mayHaveNullCondition)(inOtherWords)
      }
    else plan

  private def mayHaveNullCondition(tree: TreePatternBits): Boolean =
    tree.containsPattern(NULL_LITERAL) && tree.containsAnyPattern(AND, OR)

  private val inOtherWords: PartialFunction[Expression, Expression] = {
    case Or(x, unknown @ Literal(null, _)) => If(x, TrueLiteral, unknown)
    case Or(unknown @ Literal(null, _), x) => If(x, TrueLiteral, unknown)
    case And(x, unknown @ Literal(null, _)) => If(Not(x), FalseLiteral, unknown)
    case And(unknown @ Literal(null, _), x) => If(Not(x), FalseLiteral, unknown)
  }

  private def readsTableOfOurs(plan: LogicalPlan): Boolean = plan.exists {
    case relation: DataSourceV2Relation => relation.table.isInstanceOf[RowKeyTable]
    case _ => false
  }
}
