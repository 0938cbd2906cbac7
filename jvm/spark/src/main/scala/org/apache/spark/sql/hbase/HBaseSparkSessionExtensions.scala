package org.apache.spark.sql.hbase

import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.hbase.plan.{HBasePlannerStrategy, PhysicalRules}

/**
 * What `spark.sql.extensions` names. Without it the catalog still works, and queries read rows instead of partial
 * aggregates.
 */
final class HBaseSparkSessionExtensions extends (SparkSessionExtensions => Unit) {
  // Registered here, so that SET checks their values from the start of the session.
  HBaseConf.register()

  override def apply(extensions: SparkSessionExtensions): Unit = {
    extensions.injectPlannerStrategy(session => new HBasePlannerStrategy(session.asInstanceOf[SparkSession]))
    extensions.injectColumnar(_ => PhysicalRules)
  }
}
