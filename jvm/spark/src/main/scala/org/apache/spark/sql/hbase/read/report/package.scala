package org.apache.spark.sql.hbase.read

/** Reports about a scan: the lines of EXPLAIN, metrics of its tasks, and the state of the coprocessor. */
package object report
