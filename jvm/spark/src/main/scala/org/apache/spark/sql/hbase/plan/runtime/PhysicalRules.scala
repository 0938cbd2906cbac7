package org.apache.spark.sql.hbase.plan.runtime

import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{ColumnarRule, SparkPlan}

/**
 * The rules over complete physical plans. Spark applies columnar rules after it has planned exchanges and before it
 * generates code, to whole plans and to stages of adaptive execution alike. No other extension point has both.
 */
object PhysicalRules extends ColumnarRule {
  override def preColumnarTransitions: Rule[SparkPlan] = plan => InjectRuntimeKeyFilters(PruneByBroadcast(plan))
}
