package org.apache.spark.sql.hbase.shim

import scala.reflect.ClassTag

import org.apache.spark.sql.execution.streaming.{HDFSMetadataLog, MicroBatchExecution}
import org.apache.spark.sql.hbase.shim.classic.SparkSession

/** Classes of streaming queries, which lie in other packages in other lines of Spark. */
private[hbase] object StreamShim {

  /** The property of a thread with the number of the micro-batch that it runs. */
  val BatchIdKey: String = MicroBatchExecution.BATCH_ID_KEY

  /** Opens a log of what belongs to each micro-batch. */
  def log[T <: AnyRef: ClassTag](session: SparkSession, path: String): HDFSMetadataLog[T] =
    new HDFSMetadataLog[T](session, path)
}
