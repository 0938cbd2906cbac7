package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.SparkSessionExtensions

/** Writes of values that come from CHAR and VARCHAR columns. */
private[hbase] object CharacterTypesShim {

  /** Adds the rule that keeps such writes valid, which Spark 4.1 and later need not. */
  def register(extensions: SparkSessionExtensions): Unit = ()
}
