package org.apache.spark.sql.hbase.read.reader

import java.math.{BigDecimal, BigInteger}

import org.apache.spark.sql.catalyst.expressions.codegen.{UnsafeArrayWriter, UnsafeRowWriter, UnsafeWriter}
import org.apache.spark.sql.hbase.codec._
import org.apache.spark.sql.hbase.codec.packed.{ArrayReader, MapReader, NestedReader, PackedCodec}
import org.apache.spark.sql.hbase.codec.types.{SqlType, ValueSink}
import org.apache.spark.sql.hbase.schema.SparkTypes
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform

/**
 * Writes values of one type, nested ones from their binary form, into Spark's unsafe format. They go to `ordinal` of a
 * row, or of an array inside one. The bytes are exactly those of Spark's own projection, because Spark compares rows by
 * them. One sink per type inside a column's type; not thread-safe.
 */
private[read] abstract class UnsafeSink(writer: UnsafeWriter) extends ValueSink {

  /** The position of the next value. */
  var ordinal: Int = 0

  override def putNull(): Unit = writer.setNull8Bytes(ordinal)
  override def putLong(value: Long): Unit = throw wrongValue()
  override def putDouble(value: Double): Unit = throw wrongValue()
  override def putDecimal128(high: Long, low: Long): Unit = throw wrongValue()
  override def putBytes(bytes: Array[Byte], offset: Int, length: Int): Unit = throw wrongValue()

  private def wrongValue() = new IllegalStateException(s"${getClass.getSimpleName} does not take such a value")
}

private[read] object UnsafeSinks {
  def of(dataType: DataType, writer: UnsafeWriter): UnsafeSink = dataType match {
    case FloatType =>
      new UnsafeSink(writer) {
        override def putNull(): Unit = writer.setNull4Bytes(ordinal)
        override def putDouble(value: Double): Unit = writer.write(ordinal, value.toFloat)
      }
    case DoubleType =>
      new UnsafeSink(writer) {
        override def putDouble(value: Double): Unit = writer.write(ordinal, value)
      }
    case StringType | BinaryType =>
      new UnsafeSink(writer) {
        override def putBytes(bytes: Array[Byte], offset: Int, length: Int): Unit =
          writer.write(ordinal, bytes, offset, length)
      }
    case decimal: DecimalType => new DecimalSink(decimal, writer)
    case struct: StructType => new StructSink(struct, writer)
    case array: ArrayType => new ArraySink(array, writer)
    case map: MapType => new MapSink(map, writer)
    case _ => ofLongs(dataType, writer)
  }

  private def ofLongs(dataType: DataType, writer: UnsafeWriter): UnsafeSink = dataType match {
    case BooleanType =>
      new UnsafeSink(writer) {
        override def putNull(): Unit = writer.setNull1Bytes(ordinal)
        override def putLong(value: Long): Unit = writer.write(ordinal, value != 0)
      }
    case ByteType =>
      new UnsafeSink(writer) {
        override def putNull(): Unit = writer.setNull1Bytes(ordinal)
        override def putLong(value: Long): Unit = writer.write(ordinal, value.toByte)
      }
    case ShortType =>
      new UnsafeSink(writer) {
        override def putNull(): Unit = writer.setNull2Bytes(ordinal)
        override def putLong(value: Long): Unit = writer.write(ordinal, value.toShort)
      }
    case IntegerType | DateType =>
      new UnsafeSink(writer) {
        override def putNull(): Unit = writer.setNull4Bytes(ordinal)
        override def putLong(value: Long): Unit = writer.write(ordinal, value.toInt)
      }
    case LongType | TimestampType | TimestampNTZType =>
      new UnsafeSink(writer) {
        override def putLong(value: Long): Unit = writer.write(ordinal, value)
      }
    case other => throw new IllegalArgumentException(s"no such column in a sub-plan's output: $other")
  }

  private final class DecimalSink(decimalType: DecimalType, writer: UnsafeWriter) extends UnsafeSink(writer) {
    private val (precision, scale) = (decimalType.precision, decimalType.scale)

    // Keeps the 16 bytes of a long decimal reserved, as Spark does, so that it can be updated in place.
    override def putNull(): Unit =
      if (precision <= Decimal.MAX_LONG_DIGITS) super.putNull() else write(null)

    override def putLong(value: Long): Unit = write(Decimal.createUnsafe(value, precision, scale))

    override def putDecimal128(high: Long, low: Long): Unit = {
      val unsignedLow = new BigInteger(java.lang.Long.toUnsignedString(low))
      val unscaled = BigInteger.valueOf(high).shiftLeft(64).add(unsignedLow)
      write(Decimal(new BigDecimal(unscaled, scale), precision, scale))
    }

    private def write(value: Decimal): Unit = writer.write(ordinal, value, precision, scale)
  }

  private final class StructSink(struct: StructType, parent: UnsafeWriter) extends UnsafeSink(parent) {
    private val writer = new UnsafeRowWriter(parent, struct.length)
    private val fields = struct.fields.map(f => of(f.dataType, writer))
    private val reader = PackedCodec.ofStruct(sqlType(struct)).newReader()

    override def putBytes(bytes: Array[Byte], offset: Int, length: Int): Unit = {
      val start = parent.cursor()
      writer.resetRowWriter()
      reader.bind(bytes, offset, length)
      var i = 0
      while (i < fields.length) {
        fields(i).ordinal = i
        reader.read(i, fields(i))
        i += 1
      }
      parent.setOffsetAndSizeFromPreviousCursor(ordinal, start)
    }
  }

  /** The elements of an array, behind what `parent` has written. */
  private final class Elements(elementType: DataType, parent: UnsafeWriter) {
    private val writer = new UnsafeArrayWriter(parent, elementSize(elementType))
    private val element = of(elementType, writer)

    def write(reader: ArrayReader): Unit = {
      writer.initialize(reader.count)
      var i = 0
      while (i < reader.count) {
        element.ordinal = i
        reader.read(i, element)
        i += 1
      }
    }
  }

  private final class ArraySink(array: ArrayType, parent: UnsafeWriter) extends UnsafeSink(parent) {
    private val elements = new Elements(array.elementType, parent)
    private val reader = NestedReader.of(sqlType(array)).asInstanceOf[ArrayReader]

    override def putBytes(bytes: Array[Byte], offset: Int, length: Int): Unit = {
      val start = parent.cursor()
      reader.bind(bytes, offset, length)
      elements.write(reader)
      parent.setOffsetAndSizeFromPreviousCursor(ordinal, start)
    }
  }

  /** In the unsafe format a map is the length of its keys, the array of keys and the array of values. */
  private final class MapSink(map: MapType, parent: UnsafeWriter) extends UnsafeSink(parent) {
    private val keys = new Elements(map.keyType, parent)
    private val values = new Elements(map.valueType, parent)
    private val reader = NestedReader.of(sqlType(map)).asInstanceOf[MapReader]

    override def putBytes(bytes: Array[Byte], offset: Int, length: Int): Unit = {
      val start = parent.cursor()
      reader.bind(bytes, offset, length)
      parent.grow(java.lang.Long.BYTES)
      parent.increaseCursor(java.lang.Long.BYTES)
      val keyStart = parent.cursor()
      keys.write(reader.keys)
      Platform.putLong(parent.getBuffer, start, (parent.cursor() - keyStart).toLong)
      values.write(reader.values)
      parent.setOffsetAndSizeFromPreviousCursor(ordinal, start)
    }
  }

  private def sqlType(dataType: DataType): SqlType =
    SparkTypes
      .fromSpark(dataType)
      .getOrElse(throw new IllegalArgumentException(s"no such column in a sub-plan's output: $dataType"))

  private def elementSize(dataType: DataType): Int = dataType match {
    case BooleanType | ByteType => 1
    case ShortType => 2
    case IntegerType | DateType | FloatType => 4
    case _ => 8
  }
}
