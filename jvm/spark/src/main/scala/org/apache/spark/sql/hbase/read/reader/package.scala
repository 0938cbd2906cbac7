package org.apache.spark.sql.hbase.read

/** The task's side: reading frames and making rows of Spark from their buffers. */
package object reader
