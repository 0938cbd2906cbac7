package org.apache.spark.sql.hbase.plan

import scala.util.Random

import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Times written and read by patterns, in two zones: the engine's values and errors are Spark's. */
class TestTimePatternsEqualSpark {
  private val random = new Random(17)
  private val samples = new TextSamples(random)
  private val zones = Seq("America/Los_Angeles", "Asia/Kolkata").map(zone => Seq("spark.sql.session.timeZone" -> zone))

  private def check(table: ExpressionTable, expressions: Seq[String]): Unit =
    for (settings <- zones) table.assertSameIn(settings)(expressions: _*)

  @Test
  def timesAreWritten(): Unit = {
    val patterns = Seq(
      "EEEE, d MMMM yyyy",
      "E dd-MMM-yy",
      "EE EEE",
      "hh:mm a",
      "h a, K, k, KK kk",
      "D DD DDD",
      "MMM",
      "d MMMM",
      "yyyy-DDD",
      "yyyyMMddHHmmss",
      "M/d/y H:m:s.S"
    )
    check(
      TimeFixtures.table,
      patterns.flatMap(p => Seq(s"date_format(ts, '$p')", s"date_format(dt, '$p')", s"from_unixtime(l, '$p')")) ++
        Seq("monthname(dt)", "dayname(dt)", "monthname(ts)", "dayname(date_add(dt, 2000000000))")
    )
  }

  private val patterns = Seq(
    "yyyy-MM-dd",
    "yyyy-MM-dd HH:mm:ss",
    "yyyy-MM-dd HH:mm:ss.SSS",
    "yyyy-MM-dd\\'T\\'HH:mm:ss.SSSSSS",
    "yyyyMMdd",
    "yyyyMMddHHmmss",
    "yyyyMMddHHmmssSSS",
    "MM/dd/yyyy",
    "M/d/yy",
    "dd.MM.yyyy HH:mm",
    "dd-MMM-yyyy",
    "d MMMM y",
    "HH:mm",
    "hh:mm a",
    "h:mm",
    "a",
    "yyyy",
    "yyyy-MM",
    "MM-dd",
    "k K",
    "dd dd",
    "ss.S"
  )

  /** A table of texts that the patterns match, or nearly match. */
  private val table: ExpressionTable = {
    val names = Seq("Jan", "feb", "MARCH", "June", "Sept", "Dec", "december", "am", "PM", "pM", "p")
    def number(): String = random.nextInt(8) match {
      case 0 => random.nextInt(100000).toString
      case 1 => "%04d".format(random.nextInt(9999))
      case 2 => "%03d".format(random.nextInt(400))
      case 3 => random.nextInt(70).toString
      case _ => "%02d".format(random.nextInt(33))
    }
    def piece(): String = random.nextInt(5) match {
      case 0 => names(random.nextInt(names.size))
      case 1 => Seq("-", "/", ".", ":", " ", "T", "+", "")(random.nextInt(8))
      case _ => number()
    }
    def shaped(): String = {
      val shapes =
        Seq("y-M-d", "y-M-d H:m:s", "y-M-d H:m:s.f", "y-M-dTH:m:s.f", "M/d/y", "d.M.y H:m", "d-N-y", "H:m", "H:m N")
      val packed = Seq("yMd", "yMdHms", "yMdHmsf", "y", "y-M", "M-d", "y-D", "D M", "d N y", "s.f", "H H", "d d")
      val all = shapes ++ packed
      all(random.nextInt(all.size)).map {
        case 'y' => if (random.nextInt(9) == 0) number() else (1850 + random.nextInt(300)).toString
        case 'D' => "%03d".format(random.nextInt(370))
        case 'N' => names(random.nextInt(names.size))
        case 'f' => "1234567".take(random.nextInt(8))
        case letter if "MdHms".contains(letter) =>
          if (random.nextInt(6) == 0) random.nextInt(14).toString
          else "%02d".format(random.nextInt(if (letter == 'M') 13 else 31))
        case other => other.toString
      }.mkString
    }
    val known = Seq(
      "",
      " ",
      "2024-02-29",
      "2023-02-29",
      "2024-03-10 02:30:00",
      "2024-11-03 01:30:00",
      "1582-10-10",
      "0000-01-01",
      "0001-01-01 00:00:00",
      "-0001-01-01",
      "+12345-01-01",
      "+300000-01-01",
      "-300000-01-01 00:00:00",
      "+999999999-12-31",
      "+9999999999-01-01",
      "1883-11-18 12:00:00",
      "2024-01-01 24:00:00",
      "2024-01-01 23:59:60",
      "12:00 AM",
      "12:00 pm",
      "20240229",
      "2024060",
      "２０２４-01-01",
      "2024-01-01x"
    )
    val texts = known ++ Seq.fill(400)(shaped()) ++ Seq.fill(100)(Seq.fill(1 + random.nextInt(6))(piece()).mkString)
    ExpressionTable.of(StringType, texts.map(UTF8String.fromString) ++ Seq.fill(40)(samples.nullable(samples.any())))
  }

  @Test
  def timesAreRead(): Unit =
    check(
      table,
      patterns.flatMap(p =>
        Seq(
          s"to_timestamp(x, '$p')",
          s"try_to_timestamp(x, '$p')",
          s"to_date(x, '$p')",
          s"unix_timestamp(x, '$p')",
          s"to_unix_timestamp(x, '$p')",
          s"to_timestamp_ntz(x, '$p')"
        )
      ) ++ Seq("unix_timestamp(x)", "to_unix_timestamp(x)")
    )

  @Test
  def patternsThatSparkRefusesOrReadsInAnotherWayAreRefused(): Unit = {
    for (
      pattern <- Seq(
        "yyyy-MM-dd EEEE",
        "yyyy-DDD",
        "yyyy-MM-dd VV",
        "yyyy[-MM]",
        "G y",
        "QQ",
        "MMMMM",
        "yyyyyy",
        "SSSSSSSSSS"
      )
    )
      assertTrue(table.refusal(s"to_timestamp(x, '$pattern')").contains("does not compute TO_TIMESTAMP"), pattern)
    for (policy <- Seq("LEGACY", "EXCEPTION"))
      PlanSession.withConf("spark.sql.legacy.timeParserPolicy" -> policy) {
        assertTrue(table.refusal("to_timestamp(x, 'yyyy')").contains("gettimestamp"), policy)
      }
  }
}
