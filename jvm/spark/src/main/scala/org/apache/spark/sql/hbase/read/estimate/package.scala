package org.apache.spark.sql.hbase.read

/** Estimates of a scan for Spark's statistics: the amount that it will read and the number of its groups. */
package object estimate
