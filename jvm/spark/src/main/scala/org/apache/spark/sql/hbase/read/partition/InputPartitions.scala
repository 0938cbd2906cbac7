package org.apache.spark.sql.hbase.read.partition

/**
 * The key ranges that one task reads. Holds bytes and text only.
 *
 * @param ranges half-open and disjoint, in row-key order
 * @param host that serves all of them, empty where there is no such one
 */
final case class HBaseInputPartition(ranges: Array[RowRange], override val host: String) extends HostedPartition {
  override def on(host: String): HBaseInputPartition = copy(host = host)
}

/** Divides key ranges among tasks. */
private[read] object InputPartitions {

  /** At most, to even out ranges that take longer than others; with one more per host these are at most three. */
  val TasksPerCore = 2

  /** Ranges that differ by less are of one size. */
  private val Slack = 0.99

  /** All in one task. */
  def together(ranges: Seq[SizedRange]): Seq[HBaseInputPartition] = Seq(partition(ranges))

  /**
   * A task never mixes hosts.
   *
   * {{{
   * hosts a b a a, at most 2 ranges per task  ->  a: [1, 3]   a: [4]   b: [2]
   * }}}
   */
  def byCount(ranges: Seq[SizedRange], rangesPerTask: Int): Seq[HBaseInputPartition] =
    ofHosts(ranges).flatMap(_.grouped(rangesPerTask).map(partition))

  /**
   * The bytes of a task, if all cores are to be busy: one task per core that does not take long, else two.
   *
   * {{{
   * short 100, 2 cores: 120 bytes  ->  60 (two tasks)   300  ->  100 (three)   1000  ->  250 (four)
   * }}}
   *
   * @param shortBytes a core that reads no more is done so soon that a second task costs more than it evens out
   */
  def bytesPerTask(ranges: Seq[SizedRange], parallelism: Int, shortBytes: Long): Double = {
    val all = ranges.iterator.map(_.bytes.toDouble).sum
    math.max(all / (TasksPerCore * parallelism), math.min(all / parallelism, shortBytes.toDouble))
  }

  /**
   * As many tasks as keep `parallelism` cores busy, of about the same number of bytes. Where there are more hosts than
   * cores tasks mix them, because one per host would be too many.
   *
   * {{{
   * bytes 90 10 10 90 of one host, 2 cores, none short  ->  [90]   [10, 10, 90]
   * }}}
   *
   * @param shortBytes as in [[bytesPerTask]]
   * @param parts what is read of a range, of the same bytes together; asked for once and not kept, for there may be many
   */
  def bySize(
      ranges: Seq[SizedRange],
      parallelism: Int,
      shortBytes: Long,
      parts: SizedRange => Seq[SizedRange] = Seq(_)
  ): Seq[HBaseInputPartition] = {
    val enough = Slack * bytesPerTask(ranges, parallelism, shortBytes)
    val hosts = ofHosts(ranges)
    val groups = if (hosts.size > parallelism) Seq(ranges) else hosts
    groups.flatMap(group => filled(group.iterator.flatMap(parts), enough))
  }

  private def ofHosts(ranges: Seq[SizedRange]): Seq[Seq[SizedRange]] =
    ranges.groupBy(_.host).toSeq.sortBy(_._1).map(_._2)

  /** Neighbours together until there is enough for a task. */
  private def filled(ranges: Iterator[SizedRange], enough: Double): Seq[HBaseInputPartition] = {
    val tasks = Seq.newBuilder[HBaseInputPartition]
    val task = Vector.newBuilder[SizedRange]
    var bytes = 0.0
    ranges.foreach { range =>
      task += range
      bytes += range.bytes
      if (bytes >= enough) {
        tasks += partition(task.result())
        task.clear()
        bytes = 0
      }
    }
    // Each range has a byte at least.
    if (bytes > 0) tasks += partition(task.result())
    tasks.result()
  }

  private def partition(ranges: Seq[SizedRange]): HBaseInputPartition = {
    val host = if (ranges.forall(_.host == ranges.head.host)) ranges.head.host else ""
    HBaseInputPartition(ranges.iterator.map(_.range).toArray, host)
  }
}
