package org.apache.spark.sql.hbase

/**
 * Reading a table: the scan that Spark plans, with its partitions, its statistics and what
 * EXPLAIN says of it. `SubPlanScan` is the center; the packages below each have one part
 * of the work.
 */
package object read
