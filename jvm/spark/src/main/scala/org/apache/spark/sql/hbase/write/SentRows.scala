package org.apache.spark.sql.hbase.write

import scala.collection.mutable

import org.apache.hadoop.hbase.util.Bytes

import org.apache.spark.sql.connector.write.WriterCommitMessage
import org.apache.spark.sql.hbase.shim.ScalaShim._

/**
 * The rows that tasks have changed: their row keys while they are few, else the smallest and the largest one. Travels to the
 * driver.
 *
 * @param bounds the smallest and the largest row key; None: [[rowKeys]] are all
 */
private[write] final case class SentRows(rowKeys: Seq[Array[Byte]], bounds: Option[(Array[Byte], Array[Byte])])
    extends WriterCommitMessage {

  def isEmpty: Boolean = rowKeys.isEmpty && bounds.isEmpty

  def +(other: SentRows): SentRows = {
    val both = rowKeys ++ other.rowKeys
    val all = SentRows(both, None)
    if (bounds.isEmpty && other.bounds.isEmpty && both.size <= SentRows.MostKeys) all
    else {
      val ends = Seq(bounds, other.bounds, all.extent).flatten.flatMap { case (first, last) => Seq(first, last) }
      SentRows(Nil, SentRows(ends, None).extent)
    }
  }

  /** The smallest and the largest row key. */
  def extent: Option[(Array[Byte], Array[Byte])] = bounds.orElse {
    val order = Ordering.comparatorToOrdering(Bytes.BYTES_COMPARATOR)
    Option.when(rowKeys.nonEmpty)((rowKeys.min(order), rowKeys.max(order)))
  }
}

private[write] object SentRows {
  val none: SentRows = SentRows(Nil, None)

  /** One look at HBase each. */
  val MostKeys = 64

  def sum(messages: Seq[WriterCommitMessage]): SentRows =
    messages.collect { case rows: SentRows => rows }.foldLeft(none)(_ + _)

  /** Collects the rows of one task. Not thread-safe. */
  final class Collector {
    private val few = mutable.ArrayBuffer.empty[Array[Byte]]
    private var first: Array[Byte] = _
    private var last: Array[Byte] = _

    def add(rowKey: Array[Byte]): Unit = {
      if (few.size <= MostKeys) few += rowKey
      if (first == null || Bytes.compareTo(rowKey, first) < 0) first = rowKey
      if (last == null || Bytes.compareTo(rowKey, last) > 0) last = rowKey
    }

    def result: SentRows = if (few.size <= MostKeys) SentRows(few.toList, None) else SentRows(Nil, Some((first, last)))
  }
}
