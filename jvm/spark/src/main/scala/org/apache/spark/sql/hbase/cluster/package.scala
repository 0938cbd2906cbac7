package org.apache.spark.sql.hbase

/** Finding and using an HBase cluster from Spark, and what its errors become. */
package object cluster
