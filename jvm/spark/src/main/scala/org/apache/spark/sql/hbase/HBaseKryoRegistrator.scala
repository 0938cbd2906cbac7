package org.apache.spark.sql.hbase

import com.esotericsoftware.kryo.Kryo

import org.apache.spark.serializer.KryoRegistrator
import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.hbase.bulkload.BulkLoadResult
import org.apache.spark.sql.hbase.plan.runtime.DistinctKeys
import org.apache.spark.sql.hbase.write.TaskOutcome

/**
 * Registers the classes of ours that tasks send to the driver, for sessions with `spark.kryo.registrationRequired`. What
 * `spark.kryo.registrator` names.
 */
final class HBaseKryoRegistrator extends KryoRegistrator {
  override def registerClasses(kryo: Kryo): Unit =
    (ofSpark ++ TaskOutcome.classesOfTasks ++ BulkLoadResult.classesOfTasks ++ DistinctKeys.classesOfTasks)
      .foreach(kryo.register(_))

  /** Classes that Spark sends for an ORDER BY with a LIMIT, and does not register itself. */
  private def ofSpark: Seq[Class[_]] = Seq(classOf[Array[UnsafeRow]])
}
