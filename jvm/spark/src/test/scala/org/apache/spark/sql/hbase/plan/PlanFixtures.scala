package org.apache.spark.sql.hbase.plan

import java.math.{BigDecimal, BigInteger, RoundingMode}
import java.time.{Instant, LocalDate, LocalDateTime, ZoneOffset}

import scala.util.Random

import org.apache.spark.sql.Row
import org.apache.spark.sql.types._

/** A table with a column of every type, with NULLs, edges of the types and values that repeat. */
object PlanFixtures {
  val schema: StructType = StructType(
    Seq(
      StructField("k", IntegerType, nullable = false),
      StructField("g", StringType),
      StructField("t", ByteType),
      StructField("s", ShortType),
      StructField("i", IntegerType),
      StructField("l", LongType),
      StructField("f", FloatType),
      StructField("d", DoubleType),
      StructField("p", DecimalType(12, 2)),
      StructField("w", DecimalType(30, 4)),
      StructField("b", BooleanType),
      StructField("str", StringType),
      StructField("bin", BinaryType),
      StructField("dt", DateType),
      StructField("ts", TimestampType),
      StructField("ntz", TimestampNTZType)
    )
  )

  /** Values near zero, on which no arithmetic overflows. */
  lazy val small: Seq[Row] = rows(300, new Random(1), _ => false)

  /** With the smallest and largest value of every type among them. */
  lazy val edges: Seq[Row] = rows(300, new Random(2), random => random.nextInt(4) == 0)

  private def rows(count: Int, random: Random, isEdge: Random => Boolean): Seq[Row] = (0 until count).map { k =>
    def value(small: => Any, edges: Any*): Any =
      if (random.nextInt(7) == 0) null
      else if (isEdge(random)) edges(random.nextInt(edges.size))
      else small
    val noon = LocalDateTime.of(2024, 3, 10, 9, 30)
    Row(
      k,
      value(Seq("AA", "B6", "UA")(random.nextInt(3)), ""),
      value((random.nextInt(21) - 10).toByte, Byte.MinValue, Byte.MaxValue),
      value((random.nextInt(21) - 10).toShort, Short.MinValue, Short.MaxValue),
      value(random.nextInt(201) - 100, Int.MinValue, Int.MaxValue, -1),
      value(random.nextInt(2001) - 1000L, Long.MinValue, Long.MaxValue, -1L),
      value((random.nextInt(41) - 20) / 4f, Float.NaN, -0.0f, Float.PositiveInfinity, Float.MinPositiveValue, 3e9f),
      value((random.nextInt(41) - 20) / 8d, Double.NaN, -0.0, Double.NegativeInfinity, 0.1, 1e300),
      value(decimal(random.nextInt(20001) - 10000, 2), decimal(9999999999L, 2), decimal(-9999999999L, 2)),
      value(decimal(random.nextLong(), 4), new BigDecimal(BigInteger.TEN.pow(29), 4), decimal(5, 4)),
      value(random.nextBoolean(), true),
      value(Seq("apple", "Äpfel", "😀x", "a", "ab%c")(random.nextInt(5)), "", "zzz"),
      value(Array.fill(random.nextInt(3))(random.nextInt().toByte), Array[Byte](-1), Array[Byte]()),
      value(LocalDate.of(2024, 2, 28).plusDays(random.nextInt(400)), LocalDate.of(1, 1, 1), LocalDate.of(9999, 12, 31)),
      value(
        noon.plusMinutes(random.nextInt(600000)).toInstant(ZoneOffset.UTC),
        Instant.parse("0001-01-01T00:00:00Z"),
        Instant.parse("2024-11-03T08:30:00.123456Z")
      ),
      value(noon.plusMinutes(random.nextInt(600000)), LocalDateTime.of(2024, 3, 10, 2, 30, 0, 5000))
    )
  }

  private def decimal(unscaled: Long, scale: Int): BigDecimal =
    BigDecimal.valueOf(unscaled, scale).setScale(scale, RoundingMode.UNNECESSARY)
}
