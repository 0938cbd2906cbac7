package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.internal.SQLConf

/** Options of a read that are Spark's own. */
private[hbase] object ReadOptionShim {

  /** The names of the options of which Spark makes AS OF before it loads the table. */
  def asOf: Seq[String] =
    Seq(SQLConf.TIME_TRAVEL_TIMESTAMP_KEY, SQLConf.TIME_TRAVEL_VERSION_KEY).map(SQLConf.get.getConf(_))
}
