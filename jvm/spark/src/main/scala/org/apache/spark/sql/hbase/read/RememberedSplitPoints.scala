package org.apache.spark.sql.hbase.read

import com.google.protobuf.ByteString

import org.apache.spark.sql.hbase.client.cluster.RegionLocations
import org.apache.spark.sql.hbase.client.probe.RegionSplitPoints.Request
import org.apache.spark.sql.hbase.read.estimate.SizedCache

/**
 * The split points of large regions that region servers have told. They look through the indexes of all files for them,
 * and the question is a round trip of each query. What went stale makes uneven tasks, never another answer. Lives in the
 * driver; bounded; thread-safe.
 */
private[read] final class RememberedSplitPoints {
  import RememberedSplitPoints._

  private val remembered = new SizedCache[Question, Seq[Array[Byte]]](MaxRegionsOfATable)

  /**
   * The keys for each request, in the order of the requests.
   *
   * @param sized the regions of the table as they are remembered now, those of the requests among them
   * @param families that are read
   * @param ask is given the requests that are not known
   */
  def of(sized: RegionLocations.Sized, families: Set[ByteString], requests: Seq[Request])(
      ask: Seq[Request] => Seq[Seq[Array[Byte]]]
  ): Seq[Seq[Array[Byte]]] = {
    val ofTable = remembered.of(sized)
    val known = requests.map(request => Option(ofTable.getIfPresent(Question(request, families))))
    val missing = requests.zip(known).collect { case (request, None) => request }
    val answers = if (missing.isEmpty) Iterator[Seq[Array[Byte]]]() else ask(missing).iterator
    requests.zip(known).map { case (request, at) =>
      at.getOrElse {
        val keys = answers.next()
        // A region without the coprocessor tells none: it may have it when it is asked again.
        if (keys.nonEmpty) ofTable.put(Question(request, families), keys)
        keys
      }
    }
  }
}

private[read] object RememberedSplitPoints {
  private val MaxRegionsOfATable = 10000L

  val ofDriver = new RememberedSplitPoints

  /** Regions are compared by identity, and are the same as long as their sizes are remembered. */
  private final case class Question(request: Request, families: Set[ByteString])
}
