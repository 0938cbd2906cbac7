package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql

/** Sessions and datasets with their plans, which Spark tells from those of Spark Connect since 4.0. */
private[hbase] object classic {
  type SparkSession = sql.SparkSession
  val SparkSession: sql.SparkSession.type = sql.SparkSession

  type Dataset[T] = sql.Dataset[T]
  val Dataset: sql.Dataset.type = sql.Dataset
}
