package org.apache.spark.sql.hbase.read

/** What a scan will read and how many groups will come out, as Spark's statistics. */
package object estimate
