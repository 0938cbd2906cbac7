package org.apache.spark.sql.hbase.plan.catalyst

import org.apache.spark.sql.catalyst.expressions.{AttributeReference, Expression, ScalarSubquery}

/** Expressions as EXPLAIN shows them. */
object ExpressionText {

  /** An expression as SQL, its columns without the name of the table, and scalar subqueries without their text. */
  def of(expression: Expression): String = expression.transform {
    case attribute: AttributeReference => attribute.withQualifier(Nil)
    case subquery: ScalarSubquery => AttributeReference("subquery", subquery.dataType)()
  }.sql
}
