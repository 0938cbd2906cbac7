package org.apache.spark.sql.hbase.plan

import java.time.{Instant, LocalDate, LocalDateTime, ZoneId, ZoneOffset}

import scala.util.Random

import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.{CatalystTypeConverters, InternalRow}
import org.apache.spark.sql.types._

/** Dates and timestamps: before the year 1, before 1582, after 2100, and on both sides of changes of the clock. */
object TimeFixtures {
  val schema: StructType = StructType(
    Seq(
      StructField("k", IntegerType, nullable = false),
      StructField("dt", DateType),
      StructField("dt2", DateType),
      StructField("ts", TimestampType),
      StructField("ts2", TimestampType),
      StructField("ntz", TimestampNTZType),
      StructField("ntz2", TimestampNTZType),
      StructField("i", IntegerType),
      StructField("m", IntegerType),
      StructField("dom", IntegerType),
      StructField("t", ByteType),
      StructField("l", LongType)
    )
  )

  def table: ExpressionTable =
    new ExpressionTable(
      schema,
      rows.map(CatalystTypeConverters.createToCatalystConverter(schema)(_).asInstanceOf[InternalRow])
    )

  lazy val rows: Seq[Row] = {
    val random = new Random(21)
    def orNull(value: Any): Any = if (random.nextInt(15) == 0) null else value
    (0 until 1500).map { k =>
      Row(
        k,
        orNull(local(random).toLocalDate),
        orNull(local(random).toLocalDate),
        orNull(instant(random)),
        orNull(instant(random)),
        orNull(local(random)),
        orNull(local(random)),
        orNull(random.nextInt(9001) - 3000),
        orNull(random.nextInt(16) - 2),
        orNull(random.nextInt(33)),
        orNull((random.nextInt(256) - 128).toByte),
        orNull(random.nextInt().toLong * 4)
      )
    }
  }

  private val changes: Seq[Instant] =
    for (
      zone <- Seq("America/Los_Angeles", "Asia/Kolkata"); start <- Seq(1850, 1905, 1941, 1945, 1970, 2007, 2024, 2150)
    )
      yield {
        val rules = ZoneId.of(zone).getRules
        val from = LocalDate.of(start, 1, 1).atStartOfDay().toInstant(ZoneOffset.UTC)
        Option(rules.nextTransition(from)).fold(from)(_.getInstant)
      }

  private def local(random: Random): LocalDateTime = {
    val nanos = if (random.nextBoolean()) 0 else random.nextInt(1000000) * 1000
    val years = Seq((-4000, 12000), (1, 9999), (1500, 1700), (1880, 2100), (2000, 2030))
    random.nextInt(4) match {
      case 0 => LocalDateTime.ofInstant(nearChange(random), ZoneId.of("America/Los_Angeles"))
      case 1 => monthEnd(random).atTime(random.nextInt(24), 0)
      case _ =>
        val (from, to) = years(random.nextInt(years.size))
        LocalDate
          .ofYearDay(from + random.nextInt(to - from), 1 + random.nextInt(365))
          .atTime(random.nextInt(24), random.nextInt(60), random.nextInt(60), nanos)
    }
  }

  private def monthEnd(random: Random): LocalDate =
    LocalDate.of(1990 + random.nextInt(40), 1 + random.nextInt(12), 1).plusDays(random.nextInt(4) - 3L)

  private def instant(random: Random): Instant =
    if (random.nextInt(3) == 0) nearChange(random) else local(random).toInstant(ZoneOffset.ofHours(-8))

  private def nearChange(random: Random): Instant =
    changes(random.nextInt(changes.size))
      .plusSeconds(random.nextInt(14400) - 7200L)
      .plusNanos(random.nextInt(3) * 500000L)
}
