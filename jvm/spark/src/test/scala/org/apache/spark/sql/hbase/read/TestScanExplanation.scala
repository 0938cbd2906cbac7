package org.apache.spark.sql.hbase.read

import java.nio.ByteBuffer
import java.time.Instant

import org.apache.hadoop.hbase.util.VersionInfo
import org.json4s._
import org.json4s.jackson.JsonMethods.{compact, parse, render}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.client.cluster.{RegionSizes, RegionSpan}
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode
import org.apache.spark.sql.hbase.codec.types.SqlType
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges
import org.apache.spark.sql.hbase.plan.catalyst.{PushedOperator, Refusal}
import org.apache.spark.sql.hbase.read.estimate.ExplainedStatistics
import org.apache.spark.sql.hbase.read.report.{RangeWork, RegionWork, RegionsRead, ScanDescription, ShownOperator}
import org.apache.spark.sql.hbase.schema.{ColumnStatistics, KeyPartSize, SchemaFixtures, TableStatistics}
import org.apache.spark.sql.hbase.testkit.{FixtureColumn, FixtureTable, Plans}
import org.apache.spark.sql.hbase.wire.proto.{Function, SubPlan}

/** The key is (k SMALLINT). */
class TestScanExplanation {
  private val table = new FixtureTable(
    java.util.List.of(new FixtureColumn("k", SqlType.SMALLINT), new FixtureColumn("v", SqlType.INT)),
    1,
    FixtureTable.Layout.PACKED
  )

  /** Every second value. */
  private def keys(count: Int): KeyRanges = {
    val list = Plans.column(table, 0) +: (0 until count).map(i => Plans.integer(2 * i, SqlType.SMALLINT))
    KeyRanges.of(Plans.plan(table, Plans.filter(Plans.call(Function.IN, SqlType.BOOLEAN, list: _*))))
  }

  private def scan(keys: KeyRanges) = ScanDescription(
    "default.t",
    CoprocessorMode.AUTO,
    Some("k"),
    keys,
    Some(RegionsRead(1, 2)),
    Seq(
      ShownOperator(PushedOperator.filter("(k IN (...))"), narrows = true),
      ShownOperator(PushedOperator("Columns(v)"), narrows = false)
    ),
    Seq(Refusal("Sort", "why not"))
  )

  private val middle = Array(0x90.toByte, '"'.toByte)
  private val regions = Seq(new RegionSpan(Array.empty, middle, "a"), new RegionSpan(middle, Array.empty, ""))

  @Test
  def holdsRangesRegionsAndOperators(): Unit = assertEquals(
    parse(
      """{"table": "default.t", "hbaseTable": "ns:t", "rowKeys": "2 key ranges [\"\\x80\\x00\", \"\\x80\\x01\"), [\"\\x80\\x02\", \"\\x80\\x03\")",
        | "ranges": ["[\"\\x80\\x00\", \"\\x80\\x01\")", "[\"\\x80\\x02\", \"\\x80\\x03\")"], "rangeCount": 2, "rangeValues": [],
        | "inSpark": [], "hbaseVersion": "VERSION",
        | "regionCount": "1 of 2 regions",
        | "regions": [{"start": "\"\"", "host": "a", "touched": true},
        |             {"start": "\"\\x90\\x22\"", "host": "", "touched": false}],
        | "where": "region servers", "runsInServers": true,
        | "operators": [{"text": "Filter((k IN (...)))", "condition": "(k IN (...))", "limitsRowKeys": true}, {"text": "Columns(v)", "limitsRowKeys": false}],
        | "otherRegions": 0, "keyConditions": [], "staysInSpark": [{"what": "Sort", "why": "why not", "operator": "", "conditions": []}], "known": []}""".stripMargin
        .replace("VERSION", VersionInfo.getVersion)
    ),
    document(scan(keys(2)), explained(regions))
  )

  @Test
  def holdsWhatIsLeftOfTheFiltersInRegionsThatAreRead(): Unit = {
    val value = Plans.call(Function.IS_NULL, SqlType.BOOLEAN, Plans.column(table, 1))
    val less =
      Plans.call(Function.LESS_THAN, SqlType.BOOLEAN, Plans.column(table, 0), Plans.integer(4130, SqlType.SMALLINT))
    val plan = Plans.plan(table, Plans.filter(less), Plans.filter(value))
    val ofOurs = ScannedTable("ns:t", Some(SchemaFixtures.packed))()
    def left(scanned: ScannedTable, keys: KeyRanges) =
      (parse(ScanExplanation.of(scan(keys), scanned, plan, explained(regions))) \ "regions").children
        .map(_ \ "remaining")
    assertEquals(Seq(JArray(List(JString("(v IS NULL)"))), JNothing), left(ofOurs, KeyRanges.of(plan)))
    assertEquals(Seq(JNothing, JNothing), left(ScannedTable("ns:t", None)(), KeyRanges.of(plan)))
  }

  @Test
  def holdsSizesAndTheWorkOfARun(): Unit = {
    val sizes = RegionSizes.of(java.util.Map.of(ByteBuffer.wrap(Array.empty[Byte]), Long.box(70)))
    val run = Map(0 -> work(began = 1005, ended = 1009, rows = 12), 1 -> work(began = 1002, ended = 1003, rows = 1))
    val found = document(scan(keys(2)), Some(ExplainedRegions(regions, Some(sizes), run))) \ "regions"
    assertEquals(JArray(List(JInt(70), JInt(0))), JArray(found.children.map(_ \ "storedBytes")))
    val first = found(0) \ "work"
    assertEquals(Seq("beganMillis", "endedMillis") ++ RangeWork.names, first.asInstanceOf[JObject].obj.map(_._1))
    assertEquals(Seq(JInt(3), JInt(7), JInt(12)), Seq("beganMillis", "endedMillis", "serverRows").map(first \ _))
    assertEquals(JInt(0), found(1) \ "work" \ "beganMillis")
  }

  @Test
  def holdsWhatAnAnalysisLearned(): Unit = {
    val columns = Seq(
      ColumnStatistics("day", 9, 0, Some((19000, 19009))),
      ColumnStatistics("shop", 2, 1, None)
    )
    val known = TableStatistics("id", 1, Instant.ofEpochSecond(0), 30, columns, Seq(KeyPartSize(Array.empty, 5)))
    val found = ExplainedStatistics.of(known, Some(SchemaFixtures.salted))
    assertEquals(
      parse(
        """{"analyzedAt": "1970-01-01T00:00:00Z", "rows": 30, "keyParts": 1, "columns": [
          | {"name": "day", "distinct": 9, "nulls": 0, "least": "DATE '2022-01-08'", "greatest": "DATE '2022-01-17'"},
          | {"name": "shop", "distinct": 2, "nulls": 1}]}""".stripMargin
      ),
      parse(compact(render(found)))
    )
  }

  @Test
  def ofManyRangesTheFirstAreEnough(): Unit = {
    val found = document(scan(keys(2000)), explained(many))
    assertEquals(JInt(2000), found \ "rangeCount")
    assertEquals(ScanExplanation.Shown, (found \ "ranges").children.size)
  }

  @Test
  def ofManyRegionsThoseWithWorkAreEnough(): Unit = {
    val run = Map(2999 -> work(0, 1, rows = 5), 2000 -> work(0, 1, rows = 6))
    val found = document(scan(keys(1)), Some(ExplainedRegions(many, None, run)))
    assertEquals(JInt(2000), found \ "otherRegions")
    val regions = (found \ "regions").children
    assertEquals(ScanExplanation.Shown, regions.size)
    assertEquals(Seq(JInt(6), JInt(5)), regions.takeRight(2).map(_ \ "work" \ "serverRows"))
  }

  @Test
  def withoutHBaseThereAreNoRegions(): Unit =
    assertTrue(document(scan(KeyRanges.ALL), None) \ "regions" == JNothing)

  private def many = (0 until 3000).map(i => new RegionSpan(Array((i >> 8).toByte, i.toByte), Array.empty, "a"))

  private def explained(spans: Seq[RegionSpan]) = Some(ExplainedRegions(spans, None, Map.empty))

  private def work(began: Long, ended: Long, rows: Long) =
    RegionWork(began, ended, rows +: RangeWork.names.tail.map(_ => 0L))

  private def document(scan: ScanDescription, regions: Option[ExplainedRegions]): JValue =
    parse(ScanExplanation.of(scan, ScannedTable("ns:t", None)(), SubPlan.getDefaultInstance, regions))
}
