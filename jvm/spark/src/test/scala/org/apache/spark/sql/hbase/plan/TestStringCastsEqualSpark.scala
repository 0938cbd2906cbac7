package org.apache.spark.sql.hbase.plan

import scala.util.Random

import org.junit.jupiter.api.Test

import org.apache.spark.sql.catalyst.{CatalystTypeConverters, InternalRow}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Casts from and to STRING in three modes and several zones, over thousands of texts that are nearly right. */
class TestStringCastsEqualSpark {
  private val random = new Random(7)
  private val samples = new TextSamples(random)

  private def one(choices: String*): String = choices(random.nextInt(choices.size))

  /** Texts made of pieces that belong to a type, sometimes with one that does not. */
  private def texts(count: Int, known: Seq[String], pieces: String*): ExpressionTable = {
    val spaces = Seq("", "", "", " ", "\t", "\n ", "\u0000", "\u007f", "\u00a0", "\u2003")
    val made = Seq.fill(count) {
      val strange = if (random.nextInt(8) == 0) one("x", "é", "１", "٣", "-", ".", " ", "\u0000", "e") else ""
      val parts = Seq.fill(1 + random.nextInt(7))(one(pieces: _*)) :+ strange
      one(spaces: _*) + parts.mkString + one(spaces: _*)
    }
    val all = (known ++ made).map(UTF8String.fromString) ++ Seq.fill(100)(samples.nullable(samples.any()))
    ExpressionTable.of(StringType, all)
  }

  private def casts(types: String*): Seq[String] =
    types.flatMap(target => Seq(s"CAST(x AS $target)", s"try_cast(x AS $target)"))

  @Test
  def toBoolean(): Unit = {
    val words = Seq(
      "true",
      "TRUE",
      " tRuE ",
      "t",
      "T",
      "yes",
      "Y",
      "1",
      "false",
      "F",
      "no",
      "N",
      "0",
      "on",
      "",
      " ",
      "10",
      "tru",
      "ſ",
      "\u0001t\u007f"
    )
    texts(500, words, "t", "true", "f", "n", "o", "1", "0", "Y", " ").assertSame(casts("BOOLEAN"): _*)
  }

  @Test
  def toIntegers(): Unit = {
    val ends = Seq(7, 8, 15, 16, 31, 32, 63, 64).flatMap { bits =>
      val power = BigInt(2).pow(bits)
      Seq(power, power - 1, -power, -power - 1, power * 10).map(_.toString)
    }
    val known = ends ++ ends.map(_ + ".9") ++ ends.map("00" + _) ++
      Seq(
        "",
        " ",
        "+",
        "-",
        ".",
        "-.",
        "+.5",
        "1.",
        "1.x",
        "--1",
        "+-1",
        "1e3",
        "0x10",
        "1 2",
        "1_000",
        "9" * 40,
        "0" * 40 + "1"
      )
    texts(2500, known, "1", "2", "0", "9", "99", ".", "-", "+", "7").assertSame(
      casts("TINYINT", "SMALLINT", "INT", "BIGINT"): _*
    )
  }

  @Test
  def toFloatingPoint(): Unit = {
    val known = Seq(
      "Infinity",
      "-infinity",
      "+INF",
      "inf",
      "-Inf",
      "NaN",
      "nan",
      "+nan",
      "-NaN",
      "Inf inity",
      "1.0f",
      "1d",
      "1D",
      "1L",
      "0x1p3",
      "0x1.8p1f"
    ) ++
      Seq(
        "1e400",
        "-1e400",
        "1e-400",
        "4.9e-324",
        "2.4703282292062327e-324",
        "1.17549435E-38",
        "3.4028236e38",
        "3.4028235677973366e38",
        "1e",
        "e1",
        "1e+",
        ".5",
        "5.",
        "."
      ) ++
      Seq(
        "-0",
        "-0.0",
        "",
        " ",
        "1 2",
        "0.1",
        "9007199254740993",
        "1.00000017881393432617187499",
        "1.7976931348623159e308",
        "\u00a01",
        "1\u0000"
      )
    texts(2500, known, "1", "2", "0", "9", ".", "-", "+", "e", "E", "e-", "f", "D", "0x", "p", "Inf").assertSame(
      casts("FLOAT", "DOUBLE"): _*
    )
  }

  @Test
  def toDecimals(): Unit = {
    val known = Seq(
      "0e-999999999",
      "1e-999999999",
      "0e999999999",
      "1e999999999",
      "1e38",
      "1e37",
      "-1e38",
      "9" * 38,
      "9" * 39,
      "0." + "9" * 40
    ) ++
      Seq(
        "999999999.994",
        "999999999.995",
        "-999999999.995",
        "1e-39",
        "5e-39",
        "4e-39",
        "5e-19",
        "",
        " ",
        ".",
        "+",
        "1e",
        "NaN",
        "Infinity",
        "1f",
        "0x1",
        "1e99999999999"
      ) ++
      Seq(
        "٣",
        "１２",
        "1_0",
        "+1",
        "--1",
        "1.2.3",
        "00000000000000000000000000000000000000000001",
        "\u00a01",
        "0.00000000000000000000"
      )
    val table = texts(2500, known, "1", "2", "0", "9", "999999", ".", "-", "+", "e", "E-", "e2", "5", "000")
    table.assertSame(
      casts(
        "DECIMAL(11,2)",
        "DECIMAL(38,0)",
        "DECIMAL(38,38)",
        "DECIMAL(5,5)",
        "DECIMAL(18,9)",
        "DECIMAL(20,10)",
        "DECIMAL(10)"
      ): _*
    )
  }

  @Test
  def toDates(): Unit = {
    val known = Seq(
      "2024",
      "2024-2",
      "2024-02-29",
      "2023-02-29",
      "2024-02-29 ",
      "2024-02-29T",
      "2024-02-29 nonsense",
      "2024-02-29x",
      "2024-02 29",
      "-2024-01-01"
    ) ++
      Seq(
        "+12345-01-01",
        "0000-01-01",
        "99999-1-1",
        "5881580-07-11",
        "5881580-07-12",
        "-5877641-06-23",
        "-5877641-06-22",
        "9999999-12-31",
        "12345678-01-01"
      ) ++
      Seq(
        "",
        "-",
        "202",
        "1582-10-10",
        "2024-1-1",
        "2024-001-01",
        "2024-1-001",
        "2024-13-01",
        "2024-00-10",
        "2024-1-",
        "2024-",
        "epoch",
        "now",
        "today",
        "20240101",
        "2024/01/01",
        "T"
      )
    texts(3000, known, "2024", "-", "-", "1", "12", "02", "29", "0", "T", " ", "99", "+").assertSame(casts("DATE"): _*)
  }

  @Test
  def toTimestamps(): Unit = {
    val dates = Seq(
      "2024-03-10",
      "2024-11-03",
      "2024-1-2",
      "0001-01-01",
      "1582-10-10",
      "-0044-03-15",
      "+294247-01-10",
      "-290308-12-21",
      "294248-01-01",
      "1000000-01-01"
    )
    val times = Seq(
      "",
      " ",
      "T",
      " 2:30",
      " 01:30:00",
      "T01:30:00.1",
      " 23:59:59.999999",
      " 04:00:54.775807",
      " 04:00:54.775808",
      " 19:59:05.224192",
      " 19:59:05.224191"
    ) ++
      Seq(
        " 12:00:00.123456789",
        " 12:00:00.",
        " 12:00:00.1234567890123",
        " 24:00:00",
        " 12:60",
        " 1",
        " 1:2:3",
        " 12:0:00",
        " 12:00:000",
        "T12",
        " 12:",
        " 12:00:00.000001"
      )
    val zones = Seq(
      "",
      "Z",
      " UTC",
      "+05:30",
      "-8:00",
      "+5:3",
      "+18:00",
      "+19:00",
      " America/Los_Angeles",
      " EST",
      "PST",
      " GMT+8",
      "UTC+5:00",
      " Nowhere",
      "+0530",
      "+01:02:03",
      "z",
      " ACT",
      "é"
    )
    val combined = for (date <- dates; time <- times; zone <- zones) yield date + time + zone
    val known = Seq(
      "",
      "epoch",
      "now",
      "today",
      "2024",
      "2024-02",
      "-2024",
      "2024-02-30",
      "12",
      "202",
      "-12:00",
      "1234567",
      ":",
      "T",
      "T:",
      "2024-01-01 00:00:00Z Z"
    )
    val table = texts(
      1500,
      known ++ combined,
      "2024-03-10",
      " ",
      "T",
      "12",
      ":",
      ":",
      "30",
      "1",
      ".",
      "123456",
      "-",
      "+",
      "Z",
      "UTC",
      "07"
    )
    // A time of day alone is today's in both, which midnight would change.
    val targets = casts("TIMESTAMP", "TIMESTAMP_NTZ")
    for (zone <- Seq("America/Los_Angeles", "Asia/Kolkata", "UTC"))
      table.assertSameIn(Seq("spark.sql.session.timeZone" -> zone))(targets: _*)
  }

  @Test
  def timesOfDayAreTodays(): Unit = {
    val times =
      Seq("12:30", "T12:30", "T1", "00:00:00.5", "12:30:15Z", "2:3", "T", "T25", "+12:30").map(UTF8String.fromString)
    val table = ExpressionTable.of(StringType, times)
    for (zone <- Seq("America/Los_Angeles", "Asia/Kolkata"))
      table.assertSameIn(Seq("spark.sql.session.timeZone" -> zone))(casts("TIMESTAMP", "TIMESTAMP_NTZ"): _*)
  }

  @Test
  def toBinaryAndBack(): Unit = {
    val table = texts(200, Seq("", "\u0000"), "a", "é", "😀")
    table.assertSame("CAST(x AS BINARY)", "CAST(CAST(x AS BINARY) AS STRING)", "CAST(x || 'a' AS STRING)")
  }

  @Test
  def everyTypeToString(): Unit = {
    val toCatalyst = CatalystTypeConverters.createToCatalystConverter(PlanFixtures.schema)
    val rows = (PlanFixtures.small ++ PlanFixtures.edges).map(toCatalyst(_).asInstanceOf[InternalRow])
    val table = new ExpressionTable(PlanFixtures.schema, rows)
    val columns = Seq("t", "s", "i", "l", "f", "d", "p", "w", "b", "str", "bin", "dt", "ts", "ntz")
    for (zone <- Seq("America/Los_Angeles", "Asia/Kolkata"))
      table.assertSameIn(Seq("spark.sql.session.timeZone" -> zone))(
        columns.flatMap(column => Seq(s"CAST($column AS STRING)", s"try_cast($column AS STRING)")): _*
      )
  }

  @Test
  def timesOfAllYearsToString(): Unit = {
    val edges = Seq(
      Long.MinValue,
      Long.MaxValue,
      0L,
      -1L,
      1L,
      999999L,
      -62135596800000000L,
      -62135596800000001L,
      -62167219200000001L,
      253402300800000000L
    )
    val micros = edges ++ Seq.fill(3000)(random.nextLong() >> random.nextInt(40)) ++ Seq.fill(500)(
      random.nextInt(100000) * 100000L
    )
    for (
      dataType <- Seq(TimestampType, TimestampNTZType);
      zone <- Seq("America/Los_Angeles", "Asia/Kolkata", "Europe/Amsterdam")
    )
      ExpressionTable.of(dataType, micros).assertSameIn(Seq("spark.sql.session.timeZone" -> zone))("CAST(x AS STRING)")
    val days = Seq(Int.MinValue, Int.MaxValue, -719528, -719529, -719163, 2932896, 2932897) ++ Seq.fill(1000)(
      random.nextInt() >> random.nextInt(20)
    )
    ExpressionTable.of(DateType, days).assertSame("CAST(x AS STRING)")
  }

  @Test
  def decimalsToString(): Unit =
    for ((precision, scale) <- Seq((18, 9), (38, 38), (38, 10), (9, 0), (7, 7), (20, 8))) {
      val values = Seq.fill(500) {
        val unscaled = BigInt(random.nextInt(precision * 3) + 1, random) % BigInt(10).pow(precision)
        val signed = if (random.nextBoolean()) unscaled else -unscaled
        Decimal(new java.math.BigDecimal(signed.bigInteger, scale), precision, scale)
      }
      ExpressionTable.of(DecimalType(precision, scale), values).assertSame("CAST(x AS STRING)", "try_cast(x AS STRING)")
    }
}
