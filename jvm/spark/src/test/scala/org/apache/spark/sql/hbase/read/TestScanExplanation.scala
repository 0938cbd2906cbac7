package org.apache.spark.sql.hbase.read

import org.json4s._
import org.json4s.jackson.JsonMethods.parse
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.client.{ExecutionMode, RegionSpan}
import org.apache.spark.sql.hbase.codec.SqlType
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges
import org.apache.spark.sql.hbase.testkit.{FixtureColumn, FixtureTable, Plans}
import org.apache.spark.sql.hbase.wire.proto.Function

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
    ExecutionMode.AUTO,
    Some("k"),
    keys,
    Some(RegionsRead(1, 2)),
    Seq(ShownOperator("Filter((k IN (...)))", narrows = true), ShownOperator("Columns(v)", narrows = false)),
    Seq("Sort: why not")
  )

  private val middle = Array(0x90.toByte, '"'.toByte)
  private val regions = Seq(new RegionSpan(Array.empty, middle, "a"), new RegionSpan(middle, Array.empty, ""))

  @Test
  def holdsRangesRegionsAndOperators(): Unit = assertEquals(
    parse(
      """{"table": "default.t", "hbaseTable": "ns:t", "rowKeys": "2 key ranges [\"\\x80\\x00\", \"\\x80\\x01\"), [\"\\x80\\x02\", \"\\x80\\x03\")",
        | "ranges": ["[\"\\x80\\x00\", \"\\x80\\x01\")", "[\"\\x80\\x02\", \"\\x80\\x03\")"], "rangeCount": 2,
        | "regionCount": "1 of 2 regions",
        | "regions": [{"start": "\"\"", "host": "a", "touched": true},
        |             {"start": "\"\\x90\\x22\"", "host": "", "touched": false}],
        | "where": "region servers",
        | "operators": [{"text": "Filter((k IN (...)))", "limitsRowKeys": true}, {"text": "Columns(v)", "limitsRowKeys": false}],
        | "keyConditions": [], "staysInSpark": ["Sort: why not"]}""".stripMargin
    ),
    parse(ScanExplanation.of(scan(keys(2)), "ns:t", Some(regions)))
  )

  @Test
  def ofManyRangesAndRegionsTheFirstAreEnough(): Unit = {
    val many = (0 until 3000).map(i => new RegionSpan(Array((i >> 8).toByte, i.toByte), Array.empty, "a"))
    val document = parse(ScanExplanation.of(scan(keys(2000)), "t", Some(many)))
    assertEquals(JInt(2000), document \ "rangeCount")
    assertEquals(ScanExplanation.Shown, (document \ "ranges").children.size)
    assertEquals(ScanExplanation.Shown, (document \ "regions").children.size)
  }

  @Test
  def withoutHBaseThereAreNoRegions(): Unit =
    assertTrue(parse(ScanExplanation.of(scan(KeyRanges.ALL), "t", None)) \ "regions" == JNothing)
}
