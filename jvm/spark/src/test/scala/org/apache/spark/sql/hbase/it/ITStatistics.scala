package org.apache.spark.sql.hbase.it

import java.nio.charset.StandardCharsets.UTF_8

import scala.util.Using

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.Put
import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}

import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.catalyst.plans.logical.Statistics
import org.apache.spark.sql.execution.datasources.v2.{BatchScanExec, DataSourceV2ScanRelation}
import org.apache.spark.sql.execution.joins.{BroadcastHashJoinExec, SortMergeJoinExec}
import org.apache.spark.sql.hbase.catalog.store.MetadataStore
import org.apache.spark.sql.hbase.cluster.HBaseCluster

/** A big table of visits in four regions and a small one of shops. */
class ITStatistics extends ClusterWithJar {
  private val Visits = "hbase.default.visits"
  private val Shops = "hbase.default.shops"
  private val Rows = 20000
  private val ShopCount = 40

  @BeforeAll
  def fill(): Unit = {
    val properties = s"USING hbase TBLPROPERTIES ('hbase.coprocessor.jar' = 'file://$jar'"
    fixture.sql(
      s"CREATE TABLE $Visits (id INT, shop INT, spent DOUBLE, note STRING, at TIMESTAMP, PRIMARY KEY (id)) " +
        s"$properties, 'hbase.splits' = '5000; 10000; 15000')"
    )
    fixture.sql(s"CREATE TABLE $Shops (shop INT, town STRING, PRIMARY KEY (shop)) $properties)")
    fixture.spark
      .range(Rows)
      .selectExpr(
        "CAST(id AS INT) AS id",
        s"CAST(id % $ShopCount AS INT) AS shop",
        "id / 2 AS spent",
        "IF(id % 4 = 0, NULL, repeat(concat('note', id), 20)) AS note",
        "timestamp_seconds(id) AS at"
      )
      .writeTo(Visits)
      .append()
    fixture.spark
      .range(ShopCount)
      .selectExpr("CAST(id AS INT) AS shop", "concat('town', id % 7) AS town")
      .writeTo(Shops)
      .append()
    flush("visits")
    fixture.sql("CALL hbase.system.analyze(table => 'visits')")
  }

  private def flush(table: String): Unit =
    HBaseCluster.use(HBaseCluster.ofCatalog("hbase")) { shared =>
      Using.resource(shared.connection.getAdmin)(_.flush(TableName.valueOf(table)))
    }

  /** Returns the statistics of the scan; Spark looks at rows and columns only where it plans by costs. */
  private def estimate(query: String): Statistics = fixture.withSettings("spark.sql.cbo.enabled" -> "true") {
    fixture.spark.sql(query).queryExecution.optimizedPlan.collectLeaves().head.stats
  }

  @Test
  def analyzeCountsOnceAndInTheRegionServers(): Unit = {
    val answer = fixture.sql("CALL hbase.system.analyze('default.visits')").head
    assertEquals("default.visits", answer.getString(0))
    assertEquals(Rows.toLong, answer.getLong(1))
    assertEquals(5, answer.getInt(2))
    assertTrue(answer.getInt(3) >= 4, answer.toString)
    val stats = estimate(s"SELECT * FROM $Visits")
    assertEquals(Some(BigInt(Rows)), stats.rowCount)
    val byName = stats.attributeStats.map { case (attribute, column) => attribute.name -> column }
    assertEquals(Set("id", "shop", "spent", "note", "at"), byName.keySet)
    assertEquals((Some(0), Some(ShopCount - 1)), (byName("shop").min, byName("shop").max))
    assertEquals(Some(BigInt(Rows / 4)), byName("note").nullCount)
    assertEquals((Some(0.0), Some((Rows - 1) / 2.0)), (byName("spent").min, byName("spent").max))
    assertEquals(Some((Rows - 1) * 1000000L), byName("at").max)
    val distinct = byName("id").distinctCount.get.toDouble
    assertTrue(math.abs(distinct - Rows) < 0.2 * Rows, distinct.toString)
  }

  @Test
  def keyConditionsScaleTheEstimate(): Unit = {
    val all = estimate(s"SELECT * FROM $Visits").sizeInBytes
    val quarter = estimate(s"SELECT * FROM $Visits WHERE id < 4000").sizeInBytes
    assertTrue(quarter * 3 < all && all < quarter * 6, s"$quarter of $all")
    val narrow = estimate(s"SELECT id FROM $Visits").sizeInBytes
    assertTrue(narrow * 2 < all, s"$narrow of $all")
    val point = estimate(s"SELECT * FROM $Visits WHERE id = 77 AND note LIKE '%x'")
    assertEquals(Some(BigInt(1)), point.rowCount)
    assertTrue(point.sizeInBytes < 1000, point.toString)
    assertEquals(Some(BigInt(3)), estimate(s"SELECT * FROM $Visits WHERE id IN (1, 2, 9000)").rowCount)
  }

  private def joins(query: String): (Int, Int) = {
    val frame = fixture.spark.sql(query)
    val expected = frame.collect().length
    assertTrue(expected > 0, query)
    val plan = frame.queryExecution.executedPlan
    (collect(plan) { case j: BroadcastHashJoinExec => j }.size, collect(plan) { case j: SortMergeJoinExec => j }.size)
  }

  @Test
  def smallTablesAreBroadcast(): Unit =
    fixture.withSettings("spark.sql.adaptive.enabled" -> "false") {
      val join = s"SELECT v.id, s.town FROM $Visits v JOIN $Shops s ON v.shop = s.shop"
      fixture.withSettings("spark.sql.autoBroadcastJoinThreshold" -> "1048576") {
        assertEquals((1, 0), joins(join))
      }
      val self = s"SELECT a.id FROM $Visits a JOIN $Visits b ON a.shop = b.id"
      fixture.withSettings("spark.sql.autoBroadcastJoinThreshold" -> "100000") {
        assertEquals((0, 1), joins(self))
        assertEquals((1, 0), joins(s"$self WHERE b.id IN (3, 4, 5)"))
      }
    }

  /** The tables of a plan by their aliases, in the order in which they are joined. */
  private def joinOrder(query: String): Seq[String] =
    fixture.spark.sql(query).queryExecution.optimizedPlan.collect { case named: DataSourceV2ScanRelation =>
      named.relation.identifier.get.name
    }

  @Test
  def analyzedTablesChangeBroadcastsAndTheOrderOfJoins(): Unit = {
    Seq("receipts (id INT, clerk INT, PRIMARY KEY (id))", "towns (shop INT, town STRING, PRIMARY KEY (shop))").foreach {
      columns => fixture.sql(s"CREATE TABLE hbase.default.$columns USING hbase")
    }
    fixture.sql(s"INSERT INTO hbase.default.receipts SELECT CAST(id AS INT), CAST(id % 1000 AS INT) FROM range($Rows)")
    fixture.sql(s"INSERT INTO hbase.default.towns SELECT * FROM $Shops")
    val byClerk = s"SELECT v.spent FROM $Visits v JOIN hbase.default.receipts r ON v.id = r.id WHERE r.clerk = 7"
    val ofTown = s"SELECT v.spent, r.clerk FROM $Visits v JOIN hbase.default.receipts r ON v.id = r.id" +
      " JOIN hbase.default.towns t ON v.shop = t.shop WHERE t.town = 'town3'"
    fixture.withSettings(
      "spark.sql.cbo.enabled" -> "true",
      "spark.sql.cbo.joinReorder.enabled" -> "true",
      "spark.sql.adaptive.enabled" -> "false",
      "spark.sql.autoBroadcastJoinThreshold" -> "10000"
    ) {
      assertEquals((0, 1), joins(byClerk))
      assertEquals(Seq("visits", "receipts", "towns"), joinOrder(ofTown))
      val answer = fixture.sql(ofTown).map(_.toString).sorted
      Seq("receipts", "towns").foreach(table => fixture.sql(s"CALL hbase.system.analyze(table => '$table')"))
      assertEquals((1, 0), joins(byClerk))
      // Six of 40 shops are in the town, so the join with them comes first.
      assertEquals(Set("visits", "towns"), joinOrder(ofTown).take(2).toSet)
      assertEquals(answer, fixture.sql(ofTown).map(_.toString).sorted)
    }
  }

  @Test
  def costBasedPlanningDoesNotCountKeyConditionsTwice(): Unit =
    fixture.withSettings("spark.sql.cbo.enabled" -> "true") {
      def rows(condition: String): BigInt =
        fixture.spark.sql(s"SELECT * FROM $Visits WHERE $condition").queryExecution.optimizedPlan.stats.rowCount.get
      val byKey = rows("id >= 10000")
      assertTrue(byKey >= Rows / 2 && byKey < Rows * 3 / 4, byKey.toString)
      val byShop = rows("shop = 3")
      assertTrue(byShop > 300 && byShop < 800, byShop.toString)
    }

  @Test
  def describeTellsWhatIsKnownAndSinceWhen(): Unit = {
    def shown(table: String) =
      fixture.sql(s"DESCRIBE EXTENDED $table").map(r => r.getString(0) -> r.getString(1)).toMap
    assertTrue(shown(Visits)("Table Properties").contains("hbase.statistics=20000 rows, 5 columns, analyzed 20"))
    assertFalse(shown(Shops)("Table Properties").contains("hbase.statistics"))
    assertTrue(fixture.sql("SHOW PROCEDURES IN hbase").exists(r => r.get(r.length - 1) == "analyze"))
  }

  @Test
  def droppedTablesTakeTheirStatisticsAlong(): Unit = {
    fixture.sql("CREATE TABLE hbase.default.short (k INT, PRIMARY KEY (k)) USING hbase")
    fixture.sql("INSERT INTO hbase.default.short VALUES (1)")
    fixture.sql("CALL hbase.system.analyze(table => 'hbase.default.short')")
    assertEquals(Some(BigInt(1)), estimate("SELECT * FROM hbase.default.short").rowCount)
    fixture.sql("DROP TABLE hbase.default.short")
    fixture.sql("CREATE TABLE hbase.default.short (k INT, PRIMARY KEY (k)) USING hbase")
    assertEquals(None, estimate("SELECT * FROM hbase.default.short").rowCount)
  }

  @Test
  def damagedStatisticsAreATypedErrorUntilTheTableIsAnalyzedAgain(): Unit = {
    fixture.sql("CREATE TABLE hbase.default.damaged (k INT, PRIMARY KEY (k)) USING hbase")
    fixture.sql("INSERT INTO hbase.default.damaged VALUES (1)")
    HBaseCluster.use(HBaseCluster.ofCatalog("hbase")) { shared =>
      Using.resource(shared.connection.getTable(MetadataStore.Table)) { table =>
        table.put(
          new Put(MetadataStore.rowKey("default", "damaged"))
            .addColumn(MetadataStore.Family, MetadataStore.StatisticsQualifier, "{\"rows".getBytes(UTF_8))
        )
      }
    }
    fixture.assertFails("SPARKSQL_HBASE.CORRUPT_STATISTICS", "SELECT * FROM hbase.default.damaged")
    fixture.sql("CALL hbase.system.analyze(table => 'damaged')")
    fixture.assertRows(Seq(Row(1)), "SELECT * FROM hbase.default.damaged")
  }

  @Test
  def wrongCallsAreTypedErrors(): Unit = {
    fixture.assertFails("SPARKSQL_HBASE.UNKNOWN_TABLE", "CALL hbase.system.analyze(table => 'no_such')")
    fixture.assertFails("SPARKSQL_HBASE.UNKNOWN_TABLE", "CALL hbase.system.analyze(table => '')")
    fixture.assertFails("SPARKSQL_HBASE.UNKNOWN_TABLE", "CALL hbase.system.analyze(table => 'other.default.visits')")
    fixture.assertFails("SPARKSQL_HBASE.UNKNOWN_PROCEDURE", "CALL hbase.system.no_such()")
  }

  @Test
  def whatAnalysisAsksIsPushedDown(): Unit = {
    val frame: DataFrame = fixture.spark.sql(
      s"SELECT count(1), approx_count_distinct(note), count(note), min(at), max(at), min(spent) FROM $Visits"
    )
    frame.collect()
    val scan = collect(frame.queryExecution.executedPlan) { case s: BatchScanExec => s }.head
    assertTrue(scan.scan.description.contains("PartialAggregate"), scan.scan.description)
    assertTrue(scan.metrics("hbaseRowsReceived").value <= 4 * 2, scan.scan.description)
  }
}
