package org.apache.spark.sql.hbase.read

import java.io.IOException

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.TableName

import org.apache.spark.internal.Logging
import org.apache.spark.sql.hbase.client.{ExecutionMode, RegionCuts, RegionSpan, SharedConnection}

/**
 * Finds the key ranges that the tasks of a scan read: the regions of the table, large ones cut into several so that all
 * cores have something to do where regions are few. Asks HBase; used on the driver when a query starts.
 */
private[read] final class RangePlanner(
    shared: SharedConnection,
    table: ScannedTable,
    families: Seq[Array[Byte]],
    conf: ReadConf
) extends Logging {
  import RangePlanner._

  def plan(parallelism: Int): Seq[HBaseInputPartition] = {
    val regions = TableRegions.of(shared, table, conf.partitionExpirationSeconds)
    if (conf.regionsPerTask > 0) {
      InputPartitions.byCount(regions.map(SizedRange.of(_, 1)), conf.regionsPerTask)
    } else {
      InputPartitions.bySize(ranges(regions, parallelism), parallelism)
    }
  }

  private def ranges(regions: Seq[RegionSpan], parallelism: Int): Seq[SizedRange] =
    TableRegions.sizes(shared, table) match {
      case None => regions.map(SizedRange.of(_, 1))
      case Some(sizes) =>
        val whole = regions.map(region => SizedRange.of(region, sizes.of(region)))
        val large = if (mayCut) toCut(whole, conf.bytesPerRange, parallelism) else Map.empty[SizedRange, Int]
        val keys = ask(regions.zip(whole).collect {
          case (region, range) if large.contains(range) =>
            range -> new RegionCuts.Request(region, large(range))
        })
        whole.flatMap(range => range.cutAt(keys.getOrElse(range, Nil)))
    }

  /** The region servers' coprocessor tells where to cut. */
  private def mayCut: Boolean = conf.bytesPerRange > 0 && conf.mode != ExecutionMode.OFF

  private def ask(requests: Seq[(SizedRange, RegionCuts.Request)]): Map[SizedRange, Seq[Array[Byte]]] =
    if (requests.isEmpty) Map.empty
    else
      try {
        val name = TableName.valueOf(table.hbaseTable)
        val keys = RegionCuts.ask(shared.connection, name, families.asJava, requests.map(_._2).asJava)
        requests.map(_._1).zip(keys.asScala.map(_.asScala.toSeq)).toMap
      } catch {
        case e: IOException =>
          logInfo(s"Large regions of HBase table ${table.hbaseTable} are read by one task each: ${e.getMessage}")
          Map.empty
      }
}

private[read] object RangePlanner {

  /** A region that is less larger than a range is left whole. */
  private val WorthACut = 1.5

  /** The coprocessor makes no more of one region. */
  private val MaxRanges = 1024L

  /**
   * The regions to cut, and into how many ranges.
   *
   * @param minBytes positive; a range of less costs more to start than it gains
   */
  def toCut(regions: Seq[SizedRange], minBytes: Long, parallelism: Int): Map[SizedRange, Int] = {
    val bytesPerTask = regions.map(_.bytes).sum / (InputPartitions.TasksPerCore * parallelism)
    val wanted = math.max(minBytes, bytesPerTask)
    regions
      .filter(_.bytes >= WorthACut * wanted)
      .map { region =>
        val ranges = math.min(math.round(region.bytes.toDouble / wanted), region.bytes / minBytes)
        region -> math.max(1, math.min(MaxRanges, ranges)).toInt
      }
      .toMap
  }
}
