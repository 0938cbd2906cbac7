package org.apache.spark.sql.hbase.plan

import org.junit.jupiter.api.Test

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.{DateType, StructType}

/** Functions of dates and timestamps in the engine and in Spark, in three time zones: equal for thousands of values. */
class TestTimesEqualSpark extends SparkOracle {
  private val zones: Seq[Settings] =
    Seq("UTC", "America/Los_Angeles", "Asia/Kolkata").map(zone => Seq("spark.sql.session.timeZone" -> zone))

  private val table = TimeFixtures.table

  private def check(expressions: Seq[String]): Unit =
    for (settings <- zones) table.assertSameIn(settings)(expressions: _*)

  @Test
  def fields(): Unit = check(
    (for {
      field <- Seq("year", "quarter", "month", "day", "weekofyear", "dayofweek", "weekday", "dayofyear")
      column <- Seq("dt", "ts", "ntz")
    } yield s"$field($column)") ++
      Seq("ts", "ntz").flatMap(c => Seq(s"hour($c)", s"minute($c)", s"second($c)", s"extract(SECOND FROM $c)")) ++
      Seq("extract(YEAROFWEEK FROM dt)", "extract(DOW_ISO FROM ts)", "extract(DOY FROM ntz)")
  )

  @Test
  def truncation(): Unit = {
    val units =
      Seq("YEAR", "yyyy", "quarter", "MON", "WEEK", "DD", "HOUR", "MINUTE", "SECOND", "MILLISECOND", "MICROSECOND")
    check(
      units.flatMap(unit => Seq(s"date_trunc('$unit', ts)", s"date_trunc('$unit', dt)", s"date_trunc('$unit', ntz)"))
    )
    check(Seq("YEAR", "yy", "quarter", "MM", "week").map(unit => s"trunc(dt, '$unit')"))
  }

  @Test
  def arithmeticOfDates(): Unit = check(
    Seq(
      "date_add(dt, i)",
      "date_sub(dt, i)",
      "date_add(dt, t)",
      "date_sub(dt, CAST(t AS SMALLINT))",
      "dt + 30",
      "dt - 1",
      "datediff(dt, dt2)",
      "datediff(ts, dt)",
      "add_months(dt, i)",
      "add_months(dt, m)",
      "dt + INTERVAL 1 MONTH",
      "dt - INTERVAL '2-3' YEAR TO MONTH",
      "dt + INTERVAL 40 DAY",
      "last_day(dt)",
      "months_between(ts, ts2)",
      "months_between(ts, ts2, false)",
      "months_between(dt, dt2)",
      "unix_date(dt)",
      "date_from_unix_date(i)"
    ) ++
      Seq("Mo", "tue", "WEDNESDAY", "TH", "FRI", "sat", "SU").map(day => s"next_day(dt, '$day')")
  )

  /** Tests dates for which Spark's 32-bit sums wrap around or raise. */
  @Test
  def datesAtTheEndsOfTheirRange(): Unit = {
    val days = (0 to 400).flatMap(distance => Seq(Int.MinValue + distance, Int.MaxValue - distance))
    val ends = new ExpressionTable(new StructType().add("dt", DateType), days.map(InternalRow(_)))
    val fields =
      Seq("year", "quarter", "month", "day", "weekofyear", "dayofweek", "weekday", "dayofyear", "unix_date", "last_day")
    ends.assertSame(fields.map(field => s"$field(dt)"): _*)
    ends.assertSame(Seq("YEAR", "quarter", "MM", "week").map(unit => s"trunc(dt, '$unit')"): _*)
    ends.assertSame(Seq("MON", "WED", "SU").map(day => s"next_day(dt, '$day')"): _*)
    ends.assertSame("extract(YEAROFWEEK FROM dt)", "dt + 7", "dt - 7", "add_months(dt, 1)", "add_months(dt, -1)")
    ends.assertSame("trunc(dt, 'week') > DATE'2000-01-01'", "datediff(dt, DATE'2000-01-01')")
  }

  @Test
  def arithmeticOfTimestamps(): Unit = {
    val intervals = Seq(
      "1 DAY",
      "1 HOUR",
      "'1 02:03:04.000005' DAY TO SECOND",
      "'-1000' DAY",
      "1 MONTH",
      "'-13' MONTH",
      "'100-1' YEAR TO MONTH",
      "90 MINUTE"
    )
    check(
      for (column <- Seq("ts", "ntz", "dt"); interval <- intervals; operator <- Seq("+", "-"))
        yield s"$column $operator INTERVAL $interval"
    )
    check(Seq("ts + make_interval(1, -2, 3, 4, 5, 6, 7.5)", "ntz - make_interval(0, 1, 0, 1, 0, 0, 0.000001)"))
    val units = Seq("MICROSECOND", "MILLISECOND", "SECOND", "MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "QUARTER", "YEAR")
    check(units.flatMap(unit => Seq("ts", "ntz", "dt").map(column => s"timestampadd($unit, i, $column)")))
    check(
      units.flatMap(unit =>
        Seq("ts, ts2", "ntz, ntz2", "dt, dt2", "ts, ntz").map(pair => s"timestampdiff($unit, $pair)")
      )
    )
  }

  @Test
  def casts(): Unit = check(
    Seq(
      "CAST(ts AS DATE)",
      "CAST(ntz AS DATE)",
      "CAST(dt AS TIMESTAMP)",
      "CAST(ntz AS TIMESTAMP)",
      "CAST(ts AS BIGINT)",
      "CAST(dt AS TIMESTAMP_NTZ)",
      "CAST(ts AS TIMESTAMP_NTZ)",
      "CAST(l AS TIMESTAMP)",
      "CAST(i AS TIMESTAMP)",
      "CAST(t AS TIMESTAMP)",
      "CAST(ts AS INT)",
      "CAST(ts AS SMALLINT)",
      "try_cast(ts AS TINYINT)",
      "CAST(ts AS DOUBLE)",
      "CAST(ts AS FLOAT)",
      "CAST(ts AS DECIMAL(20,6))",
      "CAST(ts AS DECIMAL(9,0))",
      "to_timestamp(dt)",
      "to_date(ntz)"
    )
  )

  @Test
  def otherZones(): Unit = {
    val names = Seq("Asia/Kolkata", "America/Los_Angeles", "Europe/Berlin", "UTC", "+05:45", "PST")
    check(
      names.flatMap(zone => Seq(s"from_utc_timestamp(ts, '$zone')", s"to_utc_timestamp(ts, '$zone')")) ++
        Seq("convert_timezone('Europe/Berlin', ntz)", "convert_timezone('Asia/Kolkata', 'America/Los_Angeles', ntz)")
    )
  }

  @Test
  def numbersSince1970(): Unit = check(
    Seq(
      "unix_seconds(ts)",
      "unix_millis(ts)",
      "unix_micros(ts)",
      "unix_timestamp(ts)",
      "unix_timestamp(dt)",
      "unix_timestamp(ntz)",
      "to_unix_timestamp(ts)",
      "timestamp_seconds(l)",
      "timestamp_seconds(t)",
      "timestamp_millis(l)",
      "timestamp_micros(l)",
      "from_unixtime(l)",
      "from_unixtime(l * 50, 'yyyy/MM/dd HH:mm')",
      "from_unixtime(i)"
    )
  )

  @Test
  def texts(): Unit = {
    val patterns = Seq(
      "yyyy-MM-dd HH:mm:ss",
      "yyyy-MM-dd''T''HH:mm:ss.SSS",
      "y-M-d H:m:s",
      "yy/MM/dd",
      "hh:mm",
      "h",
      "SSSSSSSSS",
      "S",
      "yyyyMMdd",
      "dd.MM.yyyy, HH 'Uhr'",
      "HH"
    )
    check(
      patterns
        .map(_.replace("''", "\\'").replace("'Uhr'", "\\'Uhr\\'"))
        .flatMap(p => Seq("ts", "dt", "ntz").map(c => s"date_format($c, '$p')"))
    )
  }

  @Test
  def windowsOfTime(): Unit = {
    PlanSession.create("times", TimeFixtures.schema, TimeFixtures.rows)
    checkQuery("SELECT window, count(*), min(ts) FROM @times GROUP BY window(ts, '10 minutes')", zones)
    checkQuery(
      "SELECT window.start, max(ntz) FROM @times GROUP BY window(ntz, '1 hour', '30 minutes', '7 minutes')",
      zones
    )
  }

  @Test
  def errorsAtTheEndsOfTheRange(): Unit = check(
    Seq(
      "make_date(i, m, dom)",
      "make_date(i * 100000, 1, 1)",
      "timestampadd(YEAR, i * 1000, ts)",
      "add_months(dt, i * 100000)",
      "timestampadd(DAY, l * 1000000, ts)",
      "timestamp_seconds(l * 1000000)",
      "timestamp_millis(l * 1000000000)",
      "timestampadd(MICROSECOND, l * 1000000000, ntz)"
    )
  )
}
