package org.apache.spark.sql.hbase.read.partition

import org.apache.spark.sql.hbase.client.cluster.RegionSpan

/**
 * The row keys that one task reads by gets. Holds bytes and text only.
 *
 * @param rowKeys ascending
 * @param regions that hold them, without those that are counted for another task
 * @param host that serves all of them, empty where there is no such one
 */
final case class PointInputPartition(rowKeys: Array[Array[Byte]], regions: Int, override val host: String)
    extends HostedPartition {
  override def on(host: String): PointInputPartition = copy(host = host)
}

/** Divides single row keys among tasks. */
private[read] object PointPartitions {

  /** So many take about as long as a task takes to start. */
  private val MinRowKeys = 512

  private final case class Located(rowKey: Array[Byte], host: String, isFirstOfRegion: Boolean)

  /**
   * One task for few row keys: HBase's client asks all of their region servers at once. For many, as many tasks as keep
   * `parallelism` cores busy; then a task does not mix hosts, unless there are more of them than cores.
   *
   * @param rowKeys ascending
   * @param regions of the table in row-key order
   */
  def of(rowKeys: Seq[Array[Byte]], regions: Seq[RegionSpan], parallelism: Int): Seq[PointInputPartition] = {
    val located = locate(rowKeys, regions)
    val tasks = InputPartitions.TasksPerCore * parallelism
    val perTask = math.max(MinRowKeys, (rowKeys.size + tasks - 1) / tasks)
    val hosts = located.groupBy(_.host).toSeq.sortBy(_._1).map(_._2)
    val groups = if (rowKeys.size <= perTask || hosts.size > parallelism) Seq(located) else hosts
    groups.flatMap(_.grouped(perTask)).filter(_.nonEmpty).map(partition)
  }

  /** All in one task; at least one. */
  def together(rowKeys: Seq[Array[Byte]], regions: Seq[RegionSpan]): PointInputPartition =
    partition(locate(rowKeys, regions))

  private def locate(rowKeys: Seq[Array[Byte]], regions: Seq[RegionSpan]): Seq[Located] = {
    val index = new RegionIndex(regions)
    var last = -1
    rowKeys.map { rowKey =>
      val region = index.of(rowKey)
      val located = Located(rowKey, regions(region).host, isFirstOfRegion = region != last)
      last = region
      located
    }
  }

  private def partition(located: Seq[Located]): PointInputPartition = {
    val host = if (located.forall(_.host == located.head.host)) located.head.host else ""
    PointInputPartition(located.map(_.rowKey).toArray, located.count(_.isFirstOfRegion), host)
  }
}
