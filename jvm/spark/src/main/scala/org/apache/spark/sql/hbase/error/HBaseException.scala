package org.apache.spark.sql.hbase.error

import java.util

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.hbase.shim.ThrowableShim

/**
 * A failure while tasks run, with a condition like Spark's own. An IllegalArgumentException, because PySpark shows users
 * only a few classes as errors of Python and has a raw Py4J error for SparkException.
 */
final class HBaseException(
    override protected val condition: String,
    sqlState: String,
    message: String,
    parameters: Map[String, String],
    cause: Throwable
) extends IllegalArgumentException(message, cause)
    with ThrowableShim {

  override def getSqlState: String = sqlState

  override def getMessageParameters: util.Map[String, String] = parameters.asJava
}
