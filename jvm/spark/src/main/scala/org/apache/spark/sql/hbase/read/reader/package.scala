package org.apache.spark.sql.hbase.read

/**
 * The task's side of a read: `SubPlanPartitionReader` drives the client's reader, and `ArrowRows` makes rows of
 * Spark from the buffers of frames.
 */
package object reader
