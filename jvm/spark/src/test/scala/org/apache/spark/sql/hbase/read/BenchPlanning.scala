package org.apache.spark.sql.hbase.read

import java.lang.management.{ManagementFactory, MemoryType}
import java.nio.ByteBuffer

import scala.jdk.CollectionConverters._

import com.sun.management.ThreadMXBean
import org.apache.hadoop.hbase.{ServerName, TableName}

import org.apache.spark.sql.hbase.client.cluster.{RegionLocations, RegionSizes, RegionSpan}
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode
import org.apache.spark.sql.hbase.codec.types.SqlType
import org.apache.spark.sql.hbase.conf.{FullScan, ReadConf}
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges
import org.apache.spark.sql.hbase.engine.types.SqlTypes
import org.apache.spark.sql.hbase.read.partition.HBaseInputPartition
import org.apache.spark.sql.hbase.testkit.{FixtureColumn, FixtureTable, Plans}
import org.apache.spark.sql.hbase.wire.proto.{Expression, Function, SubPlan, Values}

/**
 * Times what the driver does between a query's conditions and its tasks, for a table of 100,000 regions of which 1,000,000
 * keys are wanted. Only HBase is not there: where the regions are and what they hold is made up. The key is
 * `(a INT, b INT)`.
 */
object BenchPlanning {
  private val Regions = 100000
  private val Hosts = 200
  private val Keys = 1000000
  private val Parallelism = 64
  private val Passes = 7
  private val RegionBytes = 4L << 30
  private val threads = ManagementFactory.getThreadMXBean.asInstanceOf[ThreadMXBean]

  private val table = new FixtureTable(
    Seq("a", "b", "v").map(new FixtureColumn(_, SqlType.INT)).asJava,
    2,
    FixtureTable.Layout.PACKED
  )

  /** Regions of 20,000 values of `a` each. */
  private object Cluster extends RegionLocations.Source {
    private val starts = Array.tabulate(Regions)(i => if (i == 0) Array.empty[Byte] else row(i))

    private def row(region: Int): Array[Byte] =
      ByteBuffer.allocate(Integer.BYTES).putInt((region * (0xffffffffL / Regions)).toInt).array()

    private val listing = {
      val regions = starts.indices.map { i =>
        new RegionSpan(starts(i), if (i + 1 == Regions) Array.empty else starts(i + 1), s"host${i % Hosts}")
      }
      new RegionLocations.Listing(regions.asJava, java.util.List.of[ServerName]())
    }

    private val regionSizes =
      RegionSizes.of(starts.map(start => ByteBuffer.wrap(start) -> Long.box(RegionBytes)).toMap.asJava)

    override def list(name: TableName): RegionLocations.Listing = listing

    override def sizes(name: TableName, servers: java.util.List[ServerName]): RegionSizes = regionSizes
  }

  /** As the serializer writes long lists. */
  private def in(column: Int, values: Int, step: Long): SubPlan = {
    val list = Values.newBuilder()
    (0 until values).foreach(i => list.addIntegers(Int.MinValue + i * step))
    val listed = Expression.newBuilder().setType(SqlTypes.toWire(SqlType.INT)).setValues(list).build()
    Plans.plan(
      table,
      Plans.filter(Plans.call(Function.IN, SqlType.BOOLEAN, Plans.column(table, column), listed))
    )
  }

  private val side = math.sqrt(Keys).toInt

  private def cases: Seq[(String, SubPlan)] = {
    val a = in(0, side, 0xffffffffL / side)
    val b = in(1, side, 7)
    Seq(
      "no condition" -> Plans.plan(table),
      s"a IN ($Keys values)" -> in(0, Keys, 0xffffffffL / Keys),
      s"a IN ($side values) AND b IN ($side values)" -> a.toBuilder.addAllOperators(b.getOperatorsList).build()
    )
  }

  def main(arguments: Array[String]): Unit = {
    println(s"$Regions regions, $Hosts hosts, $Parallelism cores, Xmx ${Runtime.getRuntime.maxMemory >> 20} MiB")
    println(
      f"${"conditions"}%-44s${"ms"}%8s${"CPU ms"}%8s${"MB held"}%10s${"MB peak"}%10s${"MB made"}%10s${"tasks"}%8s${"ranges"}%10s"
    )
    cases.foreach { case (name, plan) => println(measure(name, plan)) }
  }

  private def measure(name: String, subPlan: SubPlan): String = {
    // Every pass begins with nothing remembered.
    def pass(): Seq[HBaseInputPartition] = {
      val locations = new RegionLocations(Cluster, () => System.nanoTime())
      new RangePlanner(
        locations,
        ScannedTable("t", None)(),
        KeyRanges.of(subPlan),
        subPlan.getSerializedSize,
        conf,
        (_, requests) => requests.map(_ => Nil)
      )
        .plan(Parallelism)
    }
    (1 until Passes).foreach(_ => pass())
    val before = heldBytes()
    heap.foreach(_.resetPeakUsage())
    val made = threads.getThreadAllocatedBytes(Thread.currentThread.getId)
    val began = System.nanoTime()
    val beganCpu = threads.getCurrentThreadCpuTime
    val tasks = pass()
    val cpuMillis = (threads.getCurrentThreadCpuTime - beganCpu) / 1e6
    val millis = (System.nanoTime() - began) / 1e6
    val allocated = threads.getThreadAllocatedBytes(Thread.currentThread.getId) - made
    val peak = heap.map(_.getPeakUsage.getUsed).sum - before
    val held = heldBytes() - before
    val ranges = tasks.map(_.ranges.length).sum
    f"$name%-44s$millis%8.0f$cpuMillis%8.0f${held / 1e6}%9.0f${peak / 1e6}%9.0f${allocated / 1e6}%9.0f" +
      f"${tasks.size}%7d$ranges%9d"
  }

  private def heap = ManagementFactory.getMemoryPoolMXBeans.asScala.filter(_.getType == MemoryType.HEAP)

  private def heldBytes(): Long = {
    System.gc()
    val runtime = Runtime.getRuntime
    runtime.totalMemory - runtime.freeMemory
  }

  private val conf = ReadConf(
    mode = CoprocessorMode.AUTO,
    fetchSize = 1000,
    cacheBlocks = false,
    framesAhead = 2,
    regionsPerTask = 0,
    bytesPerRange = 32L << 20,
    partitionExpirationSeconds = 600,
    fullScan = FullScan.Allow,
    customFilter = true,
    maxBuildBytes = 1L << 20,
    maxGets = 1000,
    maxRuntimeKeys = 10000
  )
}
