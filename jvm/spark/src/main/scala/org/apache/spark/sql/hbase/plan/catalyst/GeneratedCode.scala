package org.apache.spark.sql.hbase.plan.catalyst

import org.apache.spark.sql.execution.{CollapseCodegenStages, SparkPlan, WholeStageCodegenExec}

/** Whether Spark would run an operator by code that it generates for whole stages, as it does by default. */
private[plan] object GeneratedCode {

  /** Tells whether Spark's own rule would generate code for the operator if it stayed. */
  def runs(operator: SparkPlan): Boolean = CollapseCodegenStages()(operator).isInstanceOf[WholeStageCodegenExec]
}
