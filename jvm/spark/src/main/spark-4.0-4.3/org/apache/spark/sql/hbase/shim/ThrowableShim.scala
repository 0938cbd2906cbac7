package org.apache.spark.sql.hbase.shim

import org.apache.spark.SparkThrowable

/** An error of ours with a condition, for which Spark 3.5 asks by another name than Spark since 4.0. */
private[hbase] trait ThrowableShim extends SparkThrowable {
  protected def condition: String

  override def getCondition: String = condition
}
