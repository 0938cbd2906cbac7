package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.SparkSessionExtensions

/** Columns that a write by name leaves out. */
private[hbase] object LeftOutColumnsShim {

  /** Adds the rules that compute such columns, which Spark 4.1 and later need not. */
  def register(extensions: SparkSessionExtensions): Unit = ()
}
