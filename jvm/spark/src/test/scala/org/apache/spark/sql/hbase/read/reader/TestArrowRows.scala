package org.apache.spark.sql.hbase.read.reader

import java.math.BigInteger

import scala.jdk.CollectionConverters._
import scala.util.Random

import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection
import org.apache.spark.sql.catalyst.util.{ArrayBasedMapData, GenericArrayData}
import org.apache.spark.sql.hbase.client.scan.FrameBatch
import org.apache.spark.sql.hbase.engine.batch.ColumnVector
import org.apache.spark.sql.hbase.schema.{CatalystValues, SparkTypes}
import org.apache.spark.sql.hbase.wire.{ArrowColumn, ArrowColumns, proto}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

class TestArrowRows {
  private def wire(dataType: DataType): proto.DataType = SparkTypes.toProto(SparkTypes.fromSpark(dataType).get)

  /** The second of three values is NULL. */
  private val nulls = Array(false, true, false)

  private def longs(dataType: DataType, first: Long, third: Long): ArrowColumn =
    ArrowColumns.ofLongs(wire(dataType), Array(first, 0, third), nulls, 3)

  private def bytes(dataType: DataType, first: String, third: String): ArrowColumn = {
    val data = (first + third).getBytes("UTF-8")
    ArrowColumns.ofBytes(wire(dataType), data, Array(0, first.length, first.length, data.length), nulls, 3)
  }

  private val wide = DecimalType(38, 2)

  private val columns: Seq[(DataType, ArrowColumn, Any, Any)] = Seq(
    (BooleanType, longs(BooleanType, 1, 0), true, false),
    (ByteType, longs(ByteType, -128, 127), -128.toByte, 127.toByte),
    (ShortType, longs(ShortType, -32768, 1), -32768.toShort, 1.toShort),
    (IntegerType, longs(IntegerType, Int.MinValue, 1), Int.MinValue, 1),
    (LongType, longs(LongType, Long.MinValue, 1), Long.MinValue, 1L),
    (FloatType, ArrowColumns.ofDoubles(wire(FloatType), Array(1.5, 0, -0.0), nulls, 3), 1.5f, -0.0f),
    (DoubleType, ArrowColumns.ofDoubles(wire(DoubleType), Array(Double.NaN, 0, 1e300), nulls, 3), Double.NaN, 1e300),
    (DecimalType(12, 2), longs(DecimalType(12, 2), -150, 1), Decimal("-1.50"), Decimal("0.01")),
    (
      wide,
      ArrowColumns.ofDecimals(wire(wide), Array(-1L, 0L, 1L), Array(-150L, 0L, 0L), nulls, 3),
      Decimal(BigDecimal("-1.50"), 38, 2),
      Decimal(BigDecimal("184467440737095516.16"), 38, 2)
    ),
    (StringType, bytes(StringType, "", "abcdefghi"), UTF8String.EMPTY_UTF8, UTF8String.fromString("abcdefghi")),
    (BinaryType, bytes(BinaryType, "x", ""), "x".getBytes, Array.emptyByteArray),
    (DateType, longs(DateType, -1, 1), -1, 1),
    (TimestampType, longs(TimestampType, -1, 1), -1L, 1L),
    (TimestampNTZType, longs(TimestampNTZType, -1, 1), -1L, 1L)
  )

  private val pair = new StructType().add("i", IntegerType).add("s", StringType).add("w", wide)
  private val path = ArrayType(pair)
  private val counts = MapType(StringType, ArrayType(ShortType))

  @Test
  def nestedRowsAreByteForByteThoseOfSpark(): Unit = {
    val nested = new StructType().add("p", pair).add("path", path).add("c", counts).add("f", ArrayType(FloatType))
    def text(value: String) = UTF8String.fromString(value)
    def pairOf(values: Any*) = InternalRow.fromSeq(values)
    val full = pairOf(1, text("ab"), Decimal(BigDecimal("-1.50"), 38, 2))
    val empty = pairOf(null, null, null)
    val rows = Seq(
      Seq(
        full,
        array(full, null, empty),
        map(Seq(text("k"), text("")), Seq(array(1.toShort, null), null)),
        array(1.5f)
      ),
      Seq(empty, array(), map(Nil, Nil), array()),
      Seq(null, null, null, null),
      Seq(full, array(null, null), map(Seq(text("a long key")), Seq(array())), array(null, Float.NaN, -0.0f))
    ).map(InternalRow.fromSeq)
    val arrow = nested.fields.toSeq.zipWithIndex.map { case (field, i) => encoded(rows, i, field.dataType) }
    val read = new ArrowRows(nested)
    read.bind(new FrameBatch(arrow.asJava, rows.size))
    val projection = UnsafeProjection.create(nested)
    rows.zipWithIndex.foreach { case (row, i) => assertEquals(projection(row), read.row(i), s"row $i") }
  }

  private def array(values: Any*) = new GenericArrayData(values.toArray[Any])

  private def map(keys: Seq[Any], values: Seq[Any]) = new ArrayBasedMapData(array(keys: _*), array(values: _*))

  private def encoded(rows: Seq[InternalRow], ordinal: Int, dataType: DataType): ArrowColumn = {
    val vector = new ColumnVector(SparkTypes.fromSpark(dataType).get)
    val putter = CatalystValues.putter(vector.`type`)
    rows.foreach(putter(_, ordinal, vector))
    ArrowColumns.ofBytes(wire(dataType), vector.data, vector.offsets, vector.nulls, rows.size)
  }

  private val schema = StructType(columns.map(_._1).zipWithIndex.map { case (t, i) => StructField(s"c$i", t) })
  private val batch = new FrameBatch(columns.map(_._2).asJava, 3)

  @Test
  def rowsAreByteForByteThoseOfSpark(): Unit = {
    val rows = new ArrowRows(schema)
    rows.bind(batch)
    val projection = UnsafeProjection.create(schema)
    Seq(columns.map(_._3), columns.map(_ => null), columns.map(_._4)).zipWithIndex.foreach { case (values, i) =>
      assertEquals(projection(InternalRow.fromSeq(values)), rows.row(i), s"row $i")
    }
  }

  /** More rows than are written at a time, each column with NULLs of its own. */
  @Test
  def longBatchesAreByteForByteThoseOfSpark(): Unit = {
    val random = new Random(17)
    val count = 3 * UnsafeRowBuffer.Capacity + 5
    val generated = columns.map { case (dataType, _, _, _) =>
      val values = Seq.fill(count)(if (random.nextInt(4) == 0) null else randomValue(dataType, random))
      dataType -> values
    }
    val input = (0 until count).map(i => InternalRow.fromSeq(generated.map(_._2(i))))
    val arrow = generated.zipWithIndex.map { case ((dataType, _), i) => column(input, i, dataType) }
    val read = new ArrowRows(schema)
    val projection = UnsafeProjection.create(schema)
    Seq(count, 1, UnsafeRowBuffer.Capacity).foreach { rows =>
      read.bind(new FrameBatch(arrow.asJava, rows))
      (0 until rows).foreach(i => assertEquals(projection(input(i)), read.row(i), s"row $i of $rows"))
      assertEquals(projection(input(0)), read.row(0), "backwards")
    }
  }

  @Test
  def wideDecimalsOfEveryLengthAreByteForByteThoseOfSpark(): Unit = {
    val powers =
      (0 to 126).flatMap(bits => Seq(-1L, 0L, 1L).map(d => BigInteger.ONE.shiftLeft(bits).add(BigInteger.valueOf(d))))
    val limit = BigInteger.TEN.pow(38)
    val values = (powers ++ powers.map(_.negate)).filter(_.abs.compareTo(limit) < 0)
    val highs = values.map(_.shiftRight(64).longValue).toArray
    val lows = values.map(_.longValue).toArray
    val arrow = ArrowColumns.ofDecimals(wire(wide), highs, lows, null, values.size)
    val wideSchema = new StructType().add("w", wide)
    val read = new ArrowRows(wideSchema)
    read.bind(new FrameBatch(java.util.List.of(arrow), values.size))
    val projection = UnsafeProjection.create(wideSchema)
    values.zipWithIndex.foreach { case (value, i) =>
      val row = InternalRow(Decimal(BigDecimal(new java.math.BigDecimal(value, 2)), 38, 2))
      assertEquals(projection(row), read.row(i), value.toString)
    }
  }

  /** They lie behind each other up to the end of their array, and what is beyond a value must not get into the row. */
  @Test
  def shortAndLongTextsAreByteForByteThoseOfSpark(): Unit = {
    val texts =
      (0 to 40).map(length => Array.tabulate(length)(i => (0x80 + i).toByte)) ++ Seq(Array[Byte](1), Array[Byte]())
    val offsets = texts.scanLeft(0)(_ + _.length).toArray
    val arrow = ArrowColumns.ofBytes(wire(BinaryType), texts.toArray.flatten, offsets, null, texts.size)
    val binary = new StructType().add("b", BinaryType)
    val read = new ArrowRows(binary)
    read.bind(new FrameBatch(java.util.List.of(arrow), texts.size))
    val projection = UnsafeProjection.create(binary)
    texts.zipWithIndex.foreach { case (text, i) => assertEquals(projection(InternalRow(text)), read.row(i), s"row $i") }
  }

  private def randomValue(dataType: DataType, random: Random): Any = dataType match {
    case BooleanType => random.nextBoolean()
    case ByteType => random.nextInt().toByte
    case ShortType => random.nextInt().toShort
    case IntegerType | DateType => random.nextInt()
    case FloatType => random.nextFloat()
    case DoubleType => random.nextGaussian()
    case d: DecimalType if d.precision > 18 => Decimal(BigDecimal(BigInt(random.nextInt(120), random), 2), 38, 2)
    case d: DecimalType => Decimal(random.nextLong() % 1000000000L, d.precision, d.scale)
    case StringType => UTF8String.fromString("x" * random.nextInt(40))
    case BinaryType => random.nextBytes(random.nextInt(40))
    case _ => random.nextLong()
  }

  private def column(rows: Seq[InternalRow], ordinal: Int, dataType: DataType): ArrowColumn = {
    val vector = new ColumnVector(SparkTypes.fromSpark(dataType).get)
    val putter = CatalystValues.putter(vector.`type`)
    rows.foreach(putter(_, ordinal, vector))
    dataType match {
      case FloatType | DoubleType => ArrowColumns.ofDoubles(wire(dataType), vector.doubles, vector.nulls, rows.size)
      case StringType | BinaryType =>
        ArrowColumns.ofBytes(wire(dataType), vector.data, vector.offsets, vector.nulls, rows.size)
      case d: DecimalType if d.precision > 18 =>
        ArrowColumns.ofDecimals(wire(d), vector.highs, vector.longs, vector.nulls, rows.size)
      case _ => ArrowColumns.ofLongs(wire(dataType), vector.longs, vector.nulls, rows.size)
    }
  }

  @Test
  def aFrameOfOtherTypesIsAnError(): Unit = {
    val rows = new ArrowRows(StructType(schema.fields.reverse))
    assertThrows(classOf[IllegalStateException], () => rows.bind(batch))
  }

  @Test
  def rowsWithoutColumnsCanBeRead(): Unit = {
    val rows = new ArrowRows(new StructType())
    rows.bind(new FrameBatch(List.empty[ArrowColumn].asJava, 2))
    assertEquals(0, rows.row(1).numFields)
  }
}
