package org.apache.spark.sql.hbase.plan.push

/** A table whose rows the planner rules can have looked up by row key, before Spark has made a scan of it. */
trait RowKeyTable {

  /** Names of the columns that the row key is made of, as Spark shows them. */
  def rowKeyColumns: Seq[String]
}
