package org.apache.spark.sql.hbase.it

import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}

import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.hbase.plan.runtime.BroadcastJoinExec

/** A star: sales of 100 days in ten shops, with the days and shops in tables of their own, joined in the region servers. */
class ITBroadcastJoins extends ClusterWithJar {
  private val Days = 100
  private val Shops = 10

  @BeforeAll
  def fill(): Unit = {
    val properties = s"USING hbase TBLPROPERTIES ('hbase.coprocessor.jar' = 'file://$jar'"
    fixture.sql(
      "CREATE TABLE hbase.default.sales (day INT, shop STRING, sold BIGINT, PRIMARY KEY (day, shop))" +
        s" $properties, 'hbase.splits' = '30;60')"
    )
    fixture.sql(s"CREATE TABLE hbase.default.calendar (day INT, month INT, PRIMARY KEY (day)) $properties)")
    fixture.sql(s"CREATE TABLE hbase.default.shops (shop STRING, town STRING, PRIMARY KEY (shop)) $properties)")
    view(
      "sales",
      Days * Shops,
      s"CAST(id DIV $Shops AS INT) AS day",
      s"concat('shop', id % $Shops) AS shop",
      "id AS sold"
    )
    view("calendar", Days, "CAST(id AS INT) AS day", "CAST(id DIV 30 AS INT) AS month")
    view("shops", Shops, "concat('shop', id) AS shop", "IF(id = 3, NULL, concat('town', id % 3)) AS town")
  }

  private def view(name: String, rows: Int, columns: String*): Unit = {
    fixture.spark.range(rows).selectExpr(columns: _*).createOrReplaceTempView(name)
    fixture.sql(s"INSERT INTO hbase.default.$name SELECT * FROM $name")
  }

  /**
   * Runs a query over the tables and over the views, with and without adaptive execution.
   *
   * @return rows that the large table sent, and the build rows that it got
   */
  private def run(query: String): Seq[(Long, Long)] = Seq("true", "false").map { adaptive =>
    fixture.withSettings("spark.sql.adaptive.enabled" -> adaptive) {
      val expected = fixture.sql(query.replace("hbase.default.", ""))
      val frame = fixture.spark.sql(query)
      assertEquals(expected, frame.collect().toSeq, query)
      val scans = collect(frame.queryExecution.executedPlan) {
        case scan: BatchScanExec if scan.table.name.endsWith("sales") => scan.metrics("numOutputRows").value
      }
      val buildRows = collect(frame.queryExecution.executedPlan) { case node: BroadcastJoinExec =>
        node.metrics(BroadcastJoinExec.BuildRowsMetric).value
      }
      (scans.sum, buildRows.sum)
    }
  }

  private val byTown =
    """SELECT c.month, s.town, count(*), sum(f.sold) FROM hbase.default.sales f
      | JOIN hbase.default.calendar c ON f.day = c.day JOIN hbase.default.shops s ON f.shop = s.shop
      | GROUP BY c.month, s.town ORDER BY 1, 2""".stripMargin

  @Test
  def starQueriesSendGroupsOfEachRegion(): Unit = run(byTown).foreach { case (rows, buildRows) =>
    // Three regions, two months at most in each, four towns with NULL.
    assertTrue(rows <= 3 * 2 * 4, s"$rows rows")
    assertEquals(Days.toLong + Shops, buildRows)
  }

  @Test
  def conditionsOfTheSmallSideLimitRowKeysAsWell(): Unit =
    run(byTown.replace("GROUP BY", "WHERE c.month = 2 AND s.town = 'town1' GROUP BY")).foreach {
      case (rows, buildRows) =>
        assertTrue(rows <= 2, s"$rows rows")
        assertEquals(30L + 3, buildRows)
    }

  @Test
  def semiAntiAndOuterJoins(): Unit = {
    val feasts = "(SELECT day, month FROM hbase.default.calendar WHERE day % 7 = 0)"
    Seq(
      s"SELECT f.shop, count(*) FROM hbase.default.sales f LEFT SEMI JOIN $feasts c ON f.day = c.day GROUP BY 1 ORDER BY 1",
      s"SELECT f.shop, sum(f.sold) FROM hbase.default.sales f LEFT ANTI JOIN $feasts c ON f.day = c.day GROUP BY 1 ORDER BY 1",
      s"SELECT c.month, count(*) FROM hbase.default.sales f LEFT JOIN $feasts c ON f.day = c.day GROUP BY 1 ORDER BY 1"
    ).foreach(query =>
      run(query).foreach { case (rows, buildRows) =>
        assertTrue(rows <= 3 * Shops, s"$rows rows: $query")
        assertEquals(15L, buildRows, query)
      }
    )
  }

  @Test
  def sidesThatAreTooLargeAreJoinedInSpark(): Unit =
    fixture.withSettings("spark.sql.hbase.join.broadcast.bytes" -> "100") {
      run(byTown).foreach { case (rows, buildRows) =>
        assertEquals(Days.toLong * Shops, rows)
        assertEquals(0L, buildRows)
      }
    }

  @Test
  def explainNamesTheJoin(): Unit = {
    val plan = fixture.sql(s"EXPLAIN $byTown").head.getString(0)
    assertTrue(plan.contains("BroadcastJoin(INNER, day = day)"), plan)
    assertTrue(plan.contains("BroadcastJoin(INNER, shop = shop)"), plan)
    val off = fixture.withSettings("spark.sql.hbase.join.broadcast.bytes" -> "0") {
      fixture.sql(s"EXPLAIN $byTown").head.getString(0)
    }
    assertTrue(off.contains("Join(INNER): spark.sql.hbase.join.broadcast.bytes is 0"), off)
  }

  @Test
  def withoutTheCoprocessorSparkJoins(): Unit =
    fixture.withSettings("spark.sql.hbase.coprocessor" -> "false") {
      run(byTown).foreach { case (_, buildRows) => assertEquals(0L, buildRows) }
    }
}
