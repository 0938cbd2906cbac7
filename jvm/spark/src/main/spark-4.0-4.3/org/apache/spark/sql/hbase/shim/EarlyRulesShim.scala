package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.hbase.shim.classic.SparkSession

/** Rules that run before Spark resolves tables and columns, where Spark resolves hints. */
private[hbase] object EarlyRulesShim {
  def inject(extensions: SparkSessionExtensions)(rule: SparkSession => Rule[LogicalPlan]): Unit =
    extensions.injectHintResolutionRule(session => rule(session.asInstanceOf[SparkSession]))
}
