package org.apache.spark.sql.hbase.schema

import java.math.BigInteger
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets

import scala.util.Random

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{BoundReference, Cast, EvalMode}
import org.apache.spark.sql.hbase.codec.ValueCodecs
import org.apache.spark.sql.hbase.codec.types.{CodecException, ValueEncoding, ValueSink}
import org.apache.spark.sql.hbase.codec.value.ValueCodec
import org.apache.spark.sql.types.{DataType, Decimal, StringType, TimestampType}
import org.apache.spark.unsafe.types.UTF8String

/** Cells of encoding `string` are read as Spark's CAST reads texts in ANSI mode and time zone UTC. */
class TestCastTextEqualsSpark {
  private val Texts = 10_000

  /** Pieces of texts, frequent and rare ones. */
  private val Pieces = " " +: "\t" +: (
    "0 1 7 9 12 31 59 2024 00 . - + : T Z e E 1e3 d f true FALSE y No inf -Infinity NaN 0x1p3 +02:00 -7:3 UTC GMT+1 " +
      "\u00e9 \u0661 / , _"
  ).split(' ').toSeq

  private val Starts = (
    "2024-01-31 10:00:00|2024-02-29T23:59:59.123456789Z|2024-1-3|2024|+10000-01-01|-0001-12-31 00:00:00+02:00|" +
      "1969-12-31 23:59:59.999999|2023-02-29|12345.678|-9223372036854775808|9223372036854775807|128|1.005|-0.0|1e-400|" +
      "99999999999999999999999999999999999999|True|no|1|"
  ).split("\\|", -1).toSeq

  private def text(random: Random): String = {
    val start = Starts(random.nextInt(Starts.size))
    (0 until random.nextInt(4)).foldLeft(start) { (text, _) =>
      val at = random.nextInt(text.length + 1)
      val until = math.min(text.length, at + random.nextInt(3))
      text.take(at) + (if (random.nextBoolean()) Pieces(random.nextInt(Pieces.size)) else "") + text.drop(until)
    }
  }

  /** Reads a cell of the text as Spark has the value in memory; None where it is refused. */
  private def read(codec: ValueCodec, text: String): Option[Any] = {
    var found: Any = null
    val sink = new ValueSink {
      override def putNull(): Unit = throw new AssertionError("a cell is never NULL")
      override def putLong(value: Long): Unit = found = value
      override def putDouble(value: Double): Unit = found = java.lang.Double.doubleToLongBits(value)
      override def putDecimal128(high: Long, low: Long): Unit =
        found = new BigInteger(ByteBuffer.allocate(16).putLong(high).putLong(low).array)
      override def putBytes(bytes: Array[Byte], offset: Int, length: Int): Unit = throw new AssertionError("no bytes")
    }
    val bytes = text.getBytes(StandardCharsets.UTF_8)
    try {
      codec.decode(bytes, 0, bytes.length, sink)
      Some(found)
    } catch { case _: CodecException => None }
  }

  private def asStored(value: Any): Option[Any] = Option(value).map {
    case flag: Boolean => if (flag) 1L else 0L
    case number: Byte => number.toLong
    case number: Short => number.toLong
    case number: Int => number.toLong
    case number: Float => java.lang.Double.doubleToLongBits(number.toDouble)
    case number: Double => java.lang.Double.doubleToLongBits(number)
    case decimal: Decimal if decimal.precision <= 18 => decimal.toUnscaledLong
    case decimal: Decimal => decimal.toJavaBigDecimal.unscaledValue
    case other => other
  }

  /** Tells whether the meaning of a text depends on the day, or on a database of zones. */
  private def isLeftOut(dataType: DataType, text: String): Boolean =
    dataType.isInstanceOf[TimestampType] && text.trim.matches("(?s)T?[0-9]{1,2}(:.*)?|T.*")

  @ParameterizedTest
  @ValueSource(strings =
    Array(
      "BOOLEAN",
      "TINYINT",
      "SMALLINT",
      "INT",
      "BIGINT",
      "FLOAT",
      "DOUBLE",
      "DECIMAL(9,2)",
      "DECIMAL(38,10)",
      "DATE",
      "TIMESTAMP",
      "TIMESTAMP_NTZ"
    )
  )
  def cellsAreReadAsCastReadsTexts(name: String): Unit = {
    val dataType = DataType.fromDDL(name)
    val cast = Cast(BoundReference(0, StringType, nullable = true), dataType, Some("UTC"), EvalMode.TRY)
    val codec = ValueCodecs.of(SparkTypes.fromSpark(dataType).get, ValueEncoding.CAST_TEXT)
    val random = new Random(20240131)
    var values = 0
    (0 until Texts).map(_ => text(random)).filterNot(isLeftOut(dataType, _)).foreach { text =>
      val expected = asStored(cast.eval(InternalRow(UTF8String.fromString(text))))
      assertEquals(expected, read(codec, text), s"'$text' as $name")
      values += expected.size
    }
    assertTrue(values > 100, s"$values texts are values")
  }
}
