package org.apache.spark.sql.hbase.read.report

import org.apache.logging.log4j.{Level, LogManager}
import org.apache.logging.log4j.core.{LogEvent, Logger}
import org.apache.logging.log4j.core.appender.AbstractAppender
import org.apache.logging.log4j.core.config.Property
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode
import org.apache.spark.sql.hbase.codec.types.SqlType
import org.apache.spark.sql.hbase.conf.FullScan
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges
import org.apache.spark.sql.hbase.plan.catalyst.{PushedOperator, Refusal, SubPlanAssembly}
import org.apache.spark.sql.hbase.testkit.{FixtureColumn, FixtureTable, Plans}
import org.apache.spark.sql.hbase.wire.proto.{Expression, Function}

/** The key is (day INT, shop STRING). */
class TestScanDescription {
  private val table = new FixtureTable(
    java.util.List.of(
      new FixtureColumn("day", SqlType.INT),
      new FixtureColumn("shop", SqlType.STRING),
      new FixtureColumn("spent", SqlType.INT)
    ),
    2,
    FixtureTable.Layout.PACKED
  )

  private def is(function: Function, column: Int, value: Expression) =
    Plans.call(function, SqlType.BOOLEAN, Plans.column(table, column), value)

  private def days(values: Int*): Expression = values
    .map(day => is(Function.EQUAL, 0, Plans.integer(day, SqlType.INT)))
    .reduce((a: Expression, b: Expression) => Plans.call(Function.OR, SqlType.BOOLEAN, a, b))

  private def keys(conditions: Expression*): KeyRanges =
    KeyRanges.of(Plans.plan(table, conditions.map(Plans.filter): _*))

  private val whole = ScanDescription(
    "default.visits",
    CoprocessorMode.AUTO,
    Some("day"),
    KeyRanges.ALL,
    Some(RegionsRead(4, 4)),
    Seq(
      ShownOperator(PushedOperator.filter("spent > 100"), narrows = false),
      ShownOperator(PushedOperator("PartialAggregate(n)"), narrows = false)
    ),
    Nil
  )

  @Test
  def oneKeyRangeIsShownAsTheShellTakesIt(): Unit = assertEquals(
    """HBaseScan default.visits; key range ["\x80\x00\x00\x05a b", "\x80\x00\x00\x05a b\x00"); 1 of 4 regions; """ +
      "in region servers: Filter(day = 5) [key range] -> Filter(shop = 'a b') [key range] -> Columns(spent)",
    whole
      .copy(
        keys = keys(days(5), is(Function.EQUAL, 1, Plans.string("a b"))),
        regions = Some(RegionsRead(1, 4)),
        operators = Seq(
          ShownOperator(PushedOperator.filter("day = 5"), narrows = true),
          ShownOperator(PushedOperator.filter("shop = 'a b'"), narrows = true),
          ShownOperator(PushedOperator("Columns(spent)"), narrows = false)
        )
      )
      .line
  )

  @Test
  def ofManyKeyRangesTheFirstOnesAreShown(): Unit = {
    def shown(ranges: KeyRanges) = whole.copy(keys = ranges).line.split("; ")(1)
    val first = """["\x80\x00\x00\x01", "\x80\x00\x00\x02"), ["\x80\x00\x00\x03", "\x80\x00\x00\x04"), """
    assertEquals(s"""3 key ranges $first["\\x80\\x00\\x00\\x05", "\\x80\\x00\\x00\\x06")""", shown(keys(days(1, 3, 5))))
    assertEquals(
      s"""5 key ranges $first["\\x80\\x00\\x00\\x05", "\\x80\\x00\\x00\\x06") and 2 more""",
      shown(keys(days(1, 3, 5, 7, 9)))
    )
    assertEquals(
      """2 key ranges [start, "\x80\x00\x00\x05"), ["\x80\x00\x00\x06", end)""",
      shown(keys(Plans.call(Function.NOT, SqlType.BOOLEAN, days(5))))
    )
  }

  @Test
  def singleRowKeysAreCountedAndShown(): Unit = {
    def shown(rowKeys: String*) =
      whole.copy(keys = keys(days(5)), gets = Some(rowKeys.map(_.getBytes)), regions = Some(RegionsRead(1, 4))).line
    val work = "1 of 4 regions; in Spark, on the rows of gets: Filter(spent > 100) -> PartialAggregate(n)"
    assertEquals(s"""HBaseScan default.visits; gets of 1 row key "a"; $work""", shown("a"))
    assertEquals(s"""HBaseScan default.visits; gets of 2 row keys "a", "b"; $work""", shown("a", "b"))
    val many = shown("a", "b", "c", "d", "e")
    assertTrue(many.contains("""; gets of 5 row keys "a", "b", "c" and 2 more; """), many)
    assertTrue(shown().contains("; no row key, because no row can meet the conditions; "), shown())
  }

  @Test
  def aWholeTableSaysWhatIsMissing(): Unit = {
    assertEquals(
      "HBaseScan default.visits; whole table, because no condition of the scan limits a column of the row key; " +
        "4 of 4 regions; in region servers: Filter(spent > 100) -> PartialAggregate(n); " +
        "stays in Spark: soundex(shop): no; Sort: no",
      whole.copy(refusals = Seq(Refusal("soundex(shop)", "no"), Refusal("Sort", "no"))).line
    )
    assertTrue(
      whole.copy(keyColumn = None).line.contains("whole table, because the columns of its row key are not known;")
    )
  }

  @Test
  def rowKeysThatRegionServersSeekPastAreNoWholeTable(): Unit = {
    val line = whole.copy(keys = keys(is(Function.EQUAL, 1, Plans.string("a")))).line
    val why = "because no condition of the scan limits day, the first column of the row key"
    assertTrue(line.contains(s"; every region, seeking past row keys, $why; 4 of 4 regions; "), line)
  }

  @Test
  def noRowKeyAtAllIsSaid(): Unit = assertTrue(
    whole
      .copy(keys = keys(days(5), days(6)), regions = Some(RegionsRead(0, 4)))
      .line
      .contains("; no row key, because no row can meet the conditions; 0 of 4 regions; ")
  )

  @Test
  def modesAndSilenceOfHBaseAreNamed(): Unit = {
    val off =
      whole.copy(mode = CoprocessorMode.OFF, modeSetBy = "spark.sql.hbase.coprocessor is false", regions = None).line
    assertTrue(off.contains("; regions unknown, because HBase does not tell; in Spark, because spark.sql.hbase"), off)
    val property = whole.copy(mode = CoprocessorMode.OFF, modeSetBy = "table property hbase.coprocessor is off")
    assertTrue(property.line.contains("; in Spark, because table property hbase.coprocessor is off: "), property.line)
    assertEquals(
      "not used; off, because table property hbase.coprocessor is off",
      property.metadata("Coprocessor")
    )
    assertTrue(whole.copy(mode = CoprocessorMode.REQUIRE).line.contains("; in region servers, required: "))
  }

  @Test
  def whatIsKnownOfTheCoprocessorSaysWhereTheSubPlanRuns(): Unit = {
    def where(mode: CoprocessorMode, state: CoprocessorState) =
      whole.copy(mode = mode, coprocessor = Some(state)).line.split("; in ", 2)(1).takeWhile(_ != ':')
    val attached = CoprocessorState(Seq("0.1.0"), None, 0, None)
    val absent = CoprocessorState(Nil, None, 1, Some(false))
    assertEquals("region servers (coprocessor version 0.1.0)", where(CoprocessorMode.AUTO, attached))
    assertEquals("Spark, because the coprocessor is absent", where(CoprocessorMode.AUTO, absent))
    assertEquals("region servers, required (coprocessor absent)", where(CoprocessorMode.REQUIRE, absent))
  }

  @Test
  def explainFormattedHasOneLineForEach(): Unit = assertEquals(
    Map(
      "HBaseTable" -> "default.visits",
      "RowKeys" -> "whole table, because no condition of the scan limits a column of the row key",
      "Regions" -> "4 of 4 regions",
      "RunsIn" -> "region servers: Filter(spent > 100) -> PartialAggregate(n)",
      "Coprocessor" -> "unknown, because HBase does not tell; auto, because spark.sql.hbase.coprocessor is true",
      "StaysInSpark" -> "Sort: no"
    ),
    whole.copy(refusals = Seq(Refusal("Sort", "no"))).metadata
  )

  @Test
  def quotesAndRubyCodeInRowKeysAreEscaped(): Unit =
    assertEquals("\"a\\x22b\\x23{c}\\x5Cd\\x00\"", ShellText.row("a\"b#{c}\\d\u0000".getBytes))

  @Test
  def aForbiddenFullScanSaysWhichTableAndWhy(): Unit = {
    val error = assertThrows(
      classOf[AnalysisException],
      () => FullScanCheck.check(FullScan.Error, whole.copy(refusals = Seq(Refusal("soundex(shop)", "no"))))
    )
    assertEquals("SPARKSQL_HBASE.FULL_SCAN_FORBIDDEN", error.getCondition)
    assertEquals("54000", error.getSqlState)
    assertTrue(
      error.getMessage.endsWith(
        " table=default.visits firstKeyColumn=day pushedDown=\"Filter(spent > 100) -> PartialAggregate(n)\" " +
          "staysInSpark=\"soundex(shop): no\" setting=spark.sql.hbase.fullscan"
      ),
      error.getMessage
    )
  }

  @Test
  def aFullScanThatIsNotForbiddenMayBeALogLine(): Unit = {
    assertEquals(Nil, logged(FullScanCheck.check(FullScan.Allow, whole)))
    assertEquals(Seq(s"A query reads a whole table. ${whole.line}"), logged(FullScanCheck.check(FullScan.Warn, whole)))
  }

  private def logged(action: => Unit): Seq[String] = {
    val logger = LogManager.getLogger(FullScanCheck.getClass.getName.stripSuffix("$")).asInstanceOf[Logger]
    val lines = Seq.newBuilder[String]
    val appender = new AbstractAppender("lines", null, null, true, Property.EMPTY_ARRAY) {
      override def append(event: LogEvent): Unit = lines += event.getMessage.getFormattedMessage
    }
    appender.start()
    logger.setLevel(Level.WARN)
    logger.addAppender(appender)
    try action
    finally logger.removeAppender(appender)
    lines.result()
  }

  @Test
  def aLimitWithoutAConditionIsNoFullScan(): Unit = {
    val condition = SubPlanAssembly.filter(days(5))
    assertTrue(FullScanCheck.endsEarly(Plans.plan(table, SubPlanAssembly.limit(5))))
    assertTrue(!FullScanCheck.endsEarly(Plans.plan(table, condition, SubPlanAssembly.limit(5))))
    assertTrue(!FullScanCheck.endsEarly(Plans.plan(table, condition)))
  }
}
