package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.{classic => spark}

/** Sessions and datasets with their plans, apart from those of Spark Connect. Spark has one of each before 4.0. */
private[hbase] object classic {
  type SparkSession = spark.SparkSession
  val SparkSession: spark.SparkSession.type = spark.SparkSession

  type Dataset[T] = spark.Dataset[T]
  val Dataset: spark.Dataset.type = spark.Dataset
}
