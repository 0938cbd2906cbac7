package org.apache.spark.sql.hbase.read

import com.google.protobuf.ByteString

import org.apache.spark.sql.hbase.client.cluster.RegionLocations
import org.apache.spark.sql.hbase.client.probe.RegionSplitPoints.Request
import org.apache.spark.sql.hbase.read.estimate.SizedCache

/**
 * Where large regions are cut into key ranges, as region servers have told. They look through the indexes of all files
 * for it, and the question is a round trip of each query. What went stale makes uneven tasks, never another answer.
 * Lives in the driver; bounded; thread-safe.
 */
private[read] final class RegionCuts {
  import RegionCuts._

  private val remembered = new SizedCache[Cut, Seq[Array[Byte]]](MaxRegionsOfATable)

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
    val known = requests.map(request => Option(ofTable.getIfPresent(Cut(request, families))))
    val missing = requests.zip(known).collect { case (request, None) => request }
    val told = if (missing.isEmpty) Iterator.empty[Seq[Array[Byte]]] else ask(missing).iterator
    requests.zip(known).map { case (request, at) =>
      at.getOrElse {
        val keys = told.next()
        // A region without the coprocessor tells none: it may have it when it is asked again.
        if (keys.nonEmpty) ofTable.put(Cut(request, families), keys)
        keys
      }
    }
  }
}

private[read] object RegionCuts {
  private val MaxRegionsOfATable = 10000L

  val ofDriver = new RegionCuts

  /** Regions are compared by identity, and are the same as long as their sizes are remembered. */
  private final case class Cut(request: Request, families: Set[ByteString])
}
