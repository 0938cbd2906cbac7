package org.apache.spark.sql.hbase.it

import java.util.concurrent.atomic.AtomicBoolean

import scala.util.Using

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{Admin, TableDescriptorBuilder}
import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}

import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster

/**
 * Tests the numbers of a scan in Spark's SQL tab, for a table whose numbers are known: 40 values of `a` with 100 of `b`
 * each, in four regions. The table sends small frames.
 */
class ITScanMetrics extends ClusterWithJar {
  private val Table = "hbase.default.counted"
  private val Slow = "hbase.default.slow"
  private val InEach = 100
  private val Rows = 40 * InEach
  private val InRegion = Rows / 4
  private val FrameRows = 50

  @BeforeAll
  def fill(): Unit = {
    create("counted", "hbase.sparksql.frame.max.rows" -> s"$FrameRows", "hbase.sparksql.state.max.bytes" -> "10000")
    create("slow", "hbase.sparksql.progress.millis" -> "1", "hbase.sparksql.slice.millis" -> "1")
  }

  private def create(table: String, bounds: (String, String)*): Unit = {
    fixture.sql(
      s"CREATE TABLE hbase.default.$table (a INT, b INT, v BIGINT, PRIMARY KEY (a, b)) USING hbase TBLPROPERTIES" +
        s" ('hbase.coprocessor.jar' = 'file://$jar', 'hbase.splits' = '10; 20; 30')"
    )
    withAdmin { admin =>
      val bounded = TableDescriptorBuilder.newBuilder(admin.getDescriptor(TableName.valueOf(table)))
      (bounds :+ ("hbase.sparksql.batch.max.rows" -> "10")).foreach { case (key, value) =>
        bounded.setValue(key, value)
      }
      admin.modifyTable(bounded.build())
    }
    fixture.spark
      .range(Rows)
      .selectExpr(s"CAST(id DIV $InEach AS INT) AS a", s"CAST(id % $InEach AS INT) AS b", "id AS v")
      .writeTo(s"hbase.default.$table")
      .append()
  }

  private def withAdmin[T](action: Admin => T): T =
    HBaseCluster.use(ClusterSettings.ofQuorum(hbase.quorum))(shared =>
      Using.resource(shared.connection.getAdmin)(action)
    )

  /** Returns the metrics of a query after its run, by their names in the SQL tab's plan. */
  private def metrics(frame: DataFrame): Map[String, Long] =
    collect(frame.queryExecution.executedPlan) { case s: BatchScanExec => s }.head.metrics.map { case (name, metric) =>
      name -> metric.value
    }

  /** The other counters of what a scan meets are 0. */
  private def assertMetrics(expected: Map[String, Long], frame: DataFrame): Unit = {
    val found = metrics(frame)
    val zero = ITScanMetrics.OfWhatIsMet.map(_ -> 0L).toMap
    assertEquals((zero ++ expected).toSeq.sorted, found.view.filterKeys((zero ++ expected).contains).toSeq.sorted)
  }

  @Test
  def aScanCountsWhatItReadsSkipsAndSends(): Unit = {
    val frame = fixture.spark.sql(s"SELECT v FROM $Table WHERE a BETWEEN 12 AND 13 AND b < 60 AND v % 3 = 0")
    val rows = frame.collect().length.toLong
    assertEquals(40L, rows)
    val bytes = metrics(frame)("hbaseBytesReceived")
    assertTrue(bytes > 8 * rows && bytes < 4000, s"$bytes bytes")
    val millis = metrics(frame)("hbaseServerMillis")
    assertTrue(millis >= 0 && millis < 60000, s"$millis ms")
    assertMetrics(
      Map(
        "hbaseRegions" -> 1,
        "hbaseRegionsPruned" -> 3,
        "hbaseRanges" -> 1,
        "hbaseServerRowsScanned" -> 120,
        "hbaseRowsFiltered" -> 80,
        "hbaseRowsReceived" -> rows,
        "hbaseServerSeeks" -> 1,
        // Behind each of the two values of a.
        "hbaseServerRowsSkipped" -> 2,
        "hbaseServerCells" -> 122,
        "hbaseFrames" -> 1,
        "hbaseScanCalls" -> 1
      ),
      frame
    )
  }

  @Test
  def framesAreCountedByTheReasonWhyTheyWereSent(): Unit = {
    val rows = fixture.spark.sql(s"SELECT v FROM $Table WHERE a < 10")
    assertEquals(InRegion, rows.collect().length)
    val full = metrics(rows)
    assertEquals(InRegion / FrameRows.toLong, full("hbaseFrames"))
    assertEquals(full("hbaseFrames") - 1, full("hbaseBytesFlushes"))
    assertEquals(full("hbaseBytesFlushes"), full("hbaseServerFlushes"))
    val groups = fixture.spark.sql(s"SELECT v, count(*) FROM $Table WHERE a < 10 GROUP BY v")
    assertEquals(InRegion, groups.collect().length)
    val ofMemory = metrics(groups)
    assertTrue(ofMemory("hbaseMemoryFlushes") > 1, ofMemory.toString)
    assertEquals(ofMemory("hbaseServerFlushes"), ofMemory("hbaseMemoryFlushes"))
    assertEquals(ofMemory("hbaseFrames"), ofMemory("hbaseServerFlushes") + 1)
    val sum = fixture.spark.sql(s"SELECT sum(v % 7) FROM $Slow")
    assertEquals(1, sum.collect().length)
    val ofTime = metrics(sum)
    assertTrue(ofTime("hbaseTimeFlushes") > 0, ofTime.toString)
    assertEquals(ofTime("hbaseServerFlushes"), ofTime("hbaseTimeFlushes"))
  }

  @Test
  def regionsComputedInSparkAreFallbacks(): Unit = fixture.withSettings("spark.sql.hbase.coprocessor" -> "false") {
    val frame = fixture.spark.sql(s"SELECT v FROM $Table WHERE a = 12 AND v % 2 = 0")
    assertEquals(InEach / 2, frame.collect().length)
    val found = metrics(frame)
    Map("hbaseFallbacks" -> 1, "hbaseLocalRowsScanned" -> InEach, "hbaseRegions" -> 1, "hbaseFrames" -> 0).foreach {
      case (name, value) => assertEquals(value.toLong, found(name), name)
    }
  }

  @Test
  def aRegionThatIsSplitUnderAScanIsAResume(): Unit = fixture.withSettings("spark.sql.hbase.scanner.ahead" -> "0") {
    val isSplit = new AtomicBoolean
    ITScanMetrics.onRow = v =>
      if (v == 20 * InEach + 2 * FrameRows && isSplit.compareAndSet(false, true)) withAdmin { admin =>
        val region = admin.getRegions(TableName.valueOf("counted")).get(2)
        admin.splitRegionAsync(region.getRegionName, Array[Byte](0x80.toByte, 0, 0, 25)).get()
      }
    fixture.spark.udf.register("seen", (v: Long) => { ITScanMetrics.onRow(v); v })
    val frame = fixture.spark.sql(s"SELECT seen(v) FROM $Table WHERE a BETWEEN 20 AND 29")
    val rows = frame.collect().map { case Row(v: Long) => v }.toSeq
    assertEquals((20L * InEach until 30L * InEach), rows.sorted)
    assertTrue(isSplit.get)
    assertTrue(metrics(frame)("hbaseReopens") >= 1, metrics(frame).toString)
    assertEquals(0L, metrics(frame)("hbaseFallbacks"))
  }
}

object ITScanMetrics {

  /** Everything that a query of few rows without events does not count. */
  private val OfWhatIsMet = Set(
    "hbaseServerRowsScanned",
    "hbaseServerSeeks",
    "hbaseServerRowsSkipped",
    "hbaseServerCells",
    "hbaseLocalRowsScanned",
    "hbaseGets",
    "hbaseRowsReceived",
    "hbaseFrames",
    "hbaseServerFlushes",
    "hbaseMemoryFlushes",
    "hbaseTimeFlushes",
    "hbaseBytesFlushes",
    "hbaseRowsFiltered",
    "hbaseScanCalls",
    "hbaseReopens",
    "hbaseUnusableFilters",
    "hbaseFallbacks",
    "hbaseFallbacksMissing",
    "hbaseFallbacksOverloaded",
    "hbaseFallbacksRefused",
    "hbaseRegions",
    "hbaseRegionsPruned",
    "hbaseRanges"
  )

  /** Tasks run in this JVM, and a function of the session travels to them without what it closes over. */
  @volatile private var onRow: Long => Unit = _ => ()
}
