package org.apache.spark.sql.hbase.read

/**
 * Reports about a scan: the lines of EXPLAIN, metrics of its tasks, and the state of the coprocessor. `RangeWork`
 * brings the work of each key range to the driver in an accumulator, because metrics are sums of all tasks.
 * `ScanExplanation` is the whole as one document, which Python shows.
 */
package object report
