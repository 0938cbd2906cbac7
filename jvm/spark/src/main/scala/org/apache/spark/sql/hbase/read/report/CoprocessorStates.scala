package org.apache.spark.sql.hbase.read.report

import java.util.concurrent.{ConcurrentHashMap, TimeUnit}

import scala.util.Try

import org.apache.hadoop.hbase.TableName

import org.apache.spark.internal.Logging
import org.apache.spark.sql.hbase.client.cluster.{ClusterSettings, RegionSpan}
import org.apache.spark.sql.hbase.cluster.HBaseCluster

/**
 * Remembers the states of coprocessors for EXPLAIN for some seconds: Spark describes each scan of each query several
 * times. Thread-safe.
 */
private[hbase] object CoprocessorStates extends Logging {
  private final case class Key(settings: ClusterSettings, table: String)
  private final case class Known(state: Option[CoprocessorState], atNanos: Long)

  private val MaxAgeNanos = TimeUnit.SECONDS.toNanos(10)
  private val known = new ConcurrentHashMap[Key, Known]()

  /** None while HBase does not tell. */
  def of(settings: ClusterSettings, table: String, regions: Seq[RegionSpan]): Option[CoprocessorState] = {
    val now = System.nanoTime()
    known.values.removeIf(k => now - k.atNanos > MaxAgeNanos)
    // Two queries at the same time may both ask.
    Option(known.get(Key(settings, table))).map(_.state).getOrElse {
      val asked = Try(HBaseCluster.use(settings)(CoprocessorState.ask(_, TableName.valueOf(table), regions)))
      asked.failed
        .foreach(e => logInfo(s"The coprocessor of HBase table $table is not known to EXPLAIN: ${e.getMessage}"))
      known.put(Key(settings, table), Known(asked.toOption, now))
      asked.toOption
    }
  }

  /** The next description asks anew if this one said that region servers run sub-plans: one of them did not. */
  def doubt(settings: ClusterSettings, table: String): Unit =
    known.computeIfPresent(
      Key(settings, table),
      (_, last) => if (last.state.exists(state => !state.isAbsent && state.refusal.isEmpty)) null else last
    )

  /** The next description asks anew, because the coprocessor was attached or detached. */
  def forget(settings: ClusterSettings, table: String): Unit = known.remove(Key(settings, table))
}
