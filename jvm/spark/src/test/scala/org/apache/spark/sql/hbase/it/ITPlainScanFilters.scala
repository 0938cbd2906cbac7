package org.apache.spark.sql.hbase.it

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.TableName
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.Row
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster

/**
 * `spark.sql.hbase.customfilter` where region servers have the jar on their class path and no table has the coprocessor. What
 * crosses the wire is counted by us, and what filters leave out by HBase.
 */
class ITPlainScanFilters {
  private val Rows = 2000

  @Test
  def conditionsLeaveRowsOutInTheRegionServers(): Unit =
    Using.resource(EmbeddedJvm.startWith(Some(SharedClusters.jar))) { hbase =>
      Using.resource(new SqlFixture(hbase.quorum)) { fixture =>
        for (layout <- Seq("columns", "packed")) {
          val table = s"hbase.default.$layout"
          fixture.sql(
            s"CREATE TABLE $table (a INT, b INT, v INT, w STRING, PRIMARY KEY (a, b)) USING hbase " +
              s"TBLPROPERTIES ('hbase.layout' = '$layout')"
          )
          fixture.sql(
            s"INSERT INTO $table SELECT CAST(id DIV 100 AS INT), CAST(id % 100 AS INT), CAST(id AS INT), 'w' " +
              s"FROM range($Rows)"
          )
          for (mode <- Seq("false", "auto")) fixture.withSettings("spark.sql.hbase.coprocessor" -> mode) {
            // By a value, also of an expression, and by a column of the key that is not its first.
            Seq("v = 777" -> 1, "v % 100 = 3" -> 20, "w = 'y'" -> 0, "b = 7" -> 20, "a = 5 AND v > 507" -> 92).foreach {
              case (condition, passing) => check(fixture, layout, condition, passing)
            }
          }
        }
      }
    }

  private def check(fixture: SqlFixture, layout: String, condition: String, passing: Int): Unit = {
    val query = s"SELECT * FROM hbase.default.$layout WHERE $condition"
    val inRange = if (condition.startsWith("a = 5")) 100 else Rows
    def run(filter: Boolean): (Seq[Row], Long, Long) =
      fixture.withSettings("spark.sql.hbase.customfilter" -> filter.toString) {
        val before = filteredRows(fixture, layout)
        val frame = fixture.spark.sql(query)
        val rows = frame.collect().toSeq.sortBy(_.toString)
        val scan =
          frame.queryExecution.executedPlan.collectLeaves().collectFirst { case leaf: BatchScanExec => leaf }.get
        assertEquals(0L, scan.metrics("hbaseUnusableFilters").value)
        (rows, scan.metrics("hbaseRowsReceived").value, filteredRows(fixture, layout) - before)
      }
    val (kept, sent, leftOut) = run(filter = true)
    val (without, all, none) = run(filter = false)
    assertEquals(without, kept, query)
    assertEquals(passing, kept.size, query)
    assertEquals((inRange.toLong, 0L), (all, none), query)
    assertEquals(passing.toLong, sent, query)
    // By a column of the key the scan skips most rows unread.
    if (condition.startsWith("b")) assertTrue(leftOut < inRange / 2, s"$leftOut: $query")
    else assertEquals(inRange - passing.toLong, leftOut, query)
  }

  /** HBase's own count. */
  private def filteredRows(fixture: SqlFixture, table: String): Long =
    HBaseCluster.use(ClusterSettings.ofQuorum(fixture.quorum)) { shared =>
      Using.resource(shared.connection.getAdmin) { admin =>
        admin.getRegionServers.asScala
          .flatMap(admin.getRegionMetrics(_, TableName.valueOf(table)).asScala)
          .map(_.getFilteredReadRequestCount)
          .sum
      }
    }
}
