package org.apache.spark.sql.hbase.plan.push

import org.apache.spark.sql.catalyst.expressions.aggregate.{AggregateFunction, Average, Sum}
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec
import org.apache.spark.sql.hbase.plan.catalyst.GeneratedCode
import org.apache.spark.sql.types.{DataType, DecimalType}

/**
 * Sums of DECIMAL values that may leave the 38 digits of their type and come back. Spark's generated code looks at such a
 * sum of an aggregation without keys when all rows are added, and so does the engine. Without generated code Spark
 * looks after each row, as both do in groups.
 */
private[plan] object WideDecimalSums {

  /** True for an aggregation without keys that must be computed as that of one group. */
  def areBounded(node: BaseAggregateExec): Boolean =
    node.groupingExpressions.isEmpty &&
      node.aggregateExpressions.exists(call => mayLeaveItsType(call.aggregateFunction)) && !GeneratedCode.runs(node)

  private def mayLeaveItsType(function: AggregateFunction): Boolean = function match {
    case Sum(child, _) => isWide(child.dataType)
    case Average(child, _) => isWide(child.dataType)
    case _ => false
  }

  /** With ten digits to spare no table has enough rows. */
  private def isWide(dataType: DataType): Boolean = dataType match {
    case decimal: DecimalType => decimal.precision + 10 > DecimalType.MAX_PRECISION
    case _ => false
  }
}
