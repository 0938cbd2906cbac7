package org.apache.spark.sql.hbase.plan

import java.math.{BigDecimal, BigInteger}

import scala.util.Random

import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.{CatalystTypeConverters, InternalRow}
import org.apache.spark.sql.types._

/** Thousands of numbers of every type: NULLs, ends of the types, halves that rounding decides, all magnitudes. */
object NumberFixtures {
  val schema: StructType = StructType(
    Seq(
      StructField("k", IntegerType, nullable = false),
      StructField("t", ByteType),
      StructField("s", ShortType),
      StructField("i", IntegerType),
      StructField("j", IntegerType),
      StructField("l", LongType),
      StructField("n", LongType),
      StructField("f", FloatType),
      StructField("d", DoubleType),
      StructField("x", DoubleType),
      StructField("p", DecimalType(12, 2)),
      StructField("q", DecimalType(12, 2)),
      StructField("w", DecimalType(30, 4)),
      StructField("h", DecimalType(38, 18)),
      StructField("z", DecimalType(38, 0)),
      StructField("b", BooleanType),
      StructField("bin", BinaryType)
    )
  )

  def table: ExpressionTable =
    new ExpressionTable(
      schema,
      rows.map(CatalystTypeConverters.createToCatalystConverter(schema)(_).asInstanceOf[InternalRow])
    )

  lazy val rows: Seq[Row] = {
    val random = new Random(12)
    def value(usual: => Any, edges: Any*): Any =
      if (random.nextInt(12) == 0) null
      else if (random.nextInt(3) == 0) edges(random.nextInt(edges.size))
      else usual
    def nonZero(bound: Int): Int = (1 + random.nextInt(bound)) * (if (random.nextBoolean()) 1 else -1)
    // Halves at every digit, and every magnitude.
    def real(): Double =
      if (random.nextBoolean()) java.lang.Double.longBitsToDouble(random.nextLong())
      else (random.nextInt(20001) - 10000) / (if (random.nextBoolean()) 16.0 else 1000.0)
    def decimal(precision: Int, scale: Int): BigDecimal = {
      val digits = 1 + random.nextInt(precision)
      val magnitude = new BigInteger(digits * 4, random.self).mod(BigInteger.TEN.pow(digits))
      val halved = if (random.nextInt(3) == 0) magnitude.divide(BigInteger.TEN).multiply(BigInteger.TEN) else magnitude
      new BigDecimal(if (random.nextBoolean()) halved else halved.negate, scale)
    }
    def ends(precision: Int, scale: Int): Seq[BigDecimal] = {
      val largest = new BigDecimal(BigInteger.TEN.pow(precision).subtract(BigInteger.ONE), scale)
      Seq(largest, largest.negate, new BigDecimal(BigInteger.ZERO, scale), new BigDecimal(BigInteger.ONE, scale))
    }
    (0 until 1500).map { k =>
      Row(
        k,
        value((random.nextInt(101) - 50).toByte, Byte.MinValue, Byte.MaxValue, 0.toByte, -1.toByte),
        value((random.nextInt(1001) - 500).toShort, Short.MinValue, Short.MaxValue, 0.toShort),
        value(random.nextInt(2001) - 1000, Int.MinValue, Int.MaxValue, 0, -1, random.nextInt()),
        value(nonZero(70), Int.MinValue, Int.MaxValue, 0, -1, random.nextInt()),
        value(random.nextInt(200001) - 100000L, Long.MinValue, Long.MaxValue, 0L, -1L, random.nextLong()),
        value(nonZero(1000).toLong, Long.MinValue, Long.MaxValue, 0L, -1L, random.nextLong()),
        value(real().toFloat, Float.NaN, -0.0f, 0f, Float.PositiveInfinity, Float.MinPositiveValue, 16777217f, 0.1f),
        value(real(), Double.NaN, -0.0, 0.0, Double.NegativeInfinity, Double.MinPositiveValue, 0.5, -2.5, 1e22, 9.3e18),
        value(real(), Double.NaN, -0.0, 0.0, Double.PositiveInfinity, 1.0, -1.0, 2.0, 1e-300),
        value(decimal(12, 2), ends(12, 2): _*),
        value(new BigDecimal(BigInteger.valueOf(nonZero(5000).toLong), 2), ends(12, 2): _*),
        value(decimal(30, 4), ends(30, 4): _*),
        value(decimal(38, 18), ends(38, 18): _*),
        value(decimal(38, 0), ends(38, 0): _*),
        value(random.nextBoolean(), true),
        value(Array.fill(random.nextInt(3))(random.nextInt().toByte), Array[Byte](-1), Array[Byte]())
      )
    }
  }
}
