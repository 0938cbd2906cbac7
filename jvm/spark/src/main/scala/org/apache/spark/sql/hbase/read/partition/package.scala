package org.apache.spark.sql.hbase.read

/**
 * From key ranges to Spark's input partitions: which task reads which ranges, on which host, and
 * in which order and buckets rows come.
 */
package object partition
