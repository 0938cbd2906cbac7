package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.catalog.Identifier

/** The statement CALL, which Spark has since 4.0. */
private[hbase] object CallShim {

  /** Makes a command of CALL where Spark has none. */
  val command: Option[(String, Identifier, LogicalPlan) => LogicalPlan] = None
}
