package org.apache.spark.sql.hbase.read.reader

import java.math.{BigDecimal, BigInteger}
import java.nio.ByteOrder

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter
import org.apache.spark.sql.hbase.wire.ArrowColumn
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform

/**
 * Writes one column of a stretch of rows into a [[UnsafeRowBuffer]]. Each class has loops of its own, without a virtual call per
 * value. Not thread-safe.
 */
private[read] abstract class ColumnWriter {

  /** Reserves what the values need besides their fields. */
  def reserve(column: ArrowColumn, from: Int): Unit = ()

  /** The values from `from` on become those of the buffer's rows. */
  def write(column: ArrowColumn, from: Int): Unit
}

private[read] object ColumnWriters {
  def of(dataType: DataType, buffer: UnsafeRowBuffer, ordinal: Int): ColumnWriter = dataType match {
    case BooleanType | ByteType => new Bytes(buffer, ordinal)
    case ShortType => new Shorts(buffer, ordinal)
    case IntegerType | DateType => new Ints(buffer, ordinal)
    case LongType | TimestampType | TimestampNTZType => new Longs(buffer, ordinal)
    case FloatType => new Floats(buffer, ordinal)
    case DoubleType => new Doubles(buffer, ordinal)
    case StringType | BinaryType => new ByteStrings(buffer, ordinal)
    case d: DecimalType if d.precision <= Decimal.MAX_LONG_DIGITS => new Longs(buffer, ordinal)
    case d: DecimalType => new WideDecimals(d, buffer, ordinal)
    case nested @ (_: StructType | _: ArrayType | _: MapType) => new Nested(nested, buffer, ordinal)
    case other => throw new IllegalArgumentException(s"no such column in a sub-plan's output: $other")
  }

  private abstract class FixedWidth(buffer: UnsafeRowBuffer, ordinal: Int) extends ColumnWriter {

    /** Also what stands where a value is NULL. */
    protected def writeAll(column: ArrowColumn, from: Int): Unit

    override def write(column: ArrowColumn, from: Int): Unit = {
      writeAll(column, from)
      if (column.nullCount > 0) {
        var row = 0
        while (row < buffer.count) {
          if (column.isNull(from + row)) {
            buffer.setNull(row, ordinal)
            Platform.putLong(buffer.bytes, buffer.field(row, ordinal), 0)
          }
          row += 1
        }
      }
    }
  }

  private abstract class Integral(buffer: UnsafeRowBuffer, ordinal: Int) extends FixedWidth(buffer, ordinal) {
    protected val values = new Array[Long](UnsafeRowBuffer.Capacity)

    override def write(column: ArrowColumn, from: Int): Unit = {
      column.copyLongs(from, buffer.count, values)
      super.write(column, from)
    }
  }

  private final class Bytes(buffer: UnsafeRowBuffer, ordinal: Int) extends Integral(buffer, ordinal) {
    override protected def writeAll(column: ArrowColumn, from: Int): Unit = {
      var row = 0
      while (row < buffer.count) {
        Platform.putByte(buffer.bytes, buffer.field(row, ordinal), values(row).toByte)
        row += 1
      }
    }
  }

  private final class Shorts(buffer: UnsafeRowBuffer, ordinal: Int) extends Integral(buffer, ordinal) {
    override protected def writeAll(column: ArrowColumn, from: Int): Unit = {
      var row = 0
      while (row < buffer.count) {
        Platform.putShort(buffer.bytes, buffer.field(row, ordinal), values(row).toShort)
        row += 1
      }
    }
  }

  private final class Ints(buffer: UnsafeRowBuffer, ordinal: Int) extends Integral(buffer, ordinal) {
    override protected def writeAll(column: ArrowColumn, from: Int): Unit = {
      var row = 0
      while (row < buffer.count) {
        Platform.putInt(buffer.bytes, buffer.field(row, ordinal), values(row).toInt)
        row += 1
      }
    }
  }

  private final class Longs(buffer: UnsafeRowBuffer, ordinal: Int) extends Integral(buffer, ordinal) {
    override protected def writeAll(column: ArrowColumn, from: Int): Unit = {
      var row = 0
      while (row < buffer.count) {
        Platform.putLong(buffer.bytes, buffer.field(row, ordinal), values(row))
        row += 1
      }
    }
  }

  private final class Floats(buffer: UnsafeRowBuffer, ordinal: Int) extends FixedWidth(buffer, ordinal) {
    override protected def writeAll(column: ArrowColumn, from: Int): Unit = {
      var row = 0
      while (row < buffer.count) {
        Platform.putFloat(buffer.bytes, buffer.field(row, ordinal), column.getDouble(from + row).toFloat)
        row += 1
      }
    }
  }

  private final class Doubles(buffer: UnsafeRowBuffer, ordinal: Int) extends FixedWidth(buffer, ordinal) {
    override protected def writeAll(column: ArrowColumn, from: Int): Unit = {
      var row = 0
      while (row < buffer.count) {
        Platform.putDouble(buffer.bytes, buffer.field(row, ordinal), column.getDouble(from + row))
        row += 1
      }
    }
  }

  private final class ByteStrings(buffer: UnsafeRowBuffer, ordinal: Int) extends ColumnWriter {
    override def reserve(column: ArrowColumn, from: Int): Unit = {
      var row = 0
      while (row < buffer.count) {
        if (!column.isNull(from + row)) buffer.reserve(row, column.bytesLength(from + row))
        row += 1
      }
    }

    override def write(column: ArrowColumn, from: Int): Unit = {
      var row = 0
      while (row < buffer.count) {
        if (column.isNull(from + row)) {
          buffer.setNull(row, ordinal)
        } else {
          val length = column.bytesLength(from + row)
          val at = buffer.append(row, ordinal, length, length)
          copy(column.data.array, column.bytesStart(from + row), buffer.bytes, at, length)
        }
        row += 1
      }
    }
  }

  /** For few bytes a call costs more than they do. The target has zeros behind its end up to a multiple of eight. */
  private def copy(source: Array[Byte], from: Int, target: Array[Byte], at: Int, length: Int): Unit =
    if (length <= Short && canReadWords && from <= source.length - Short) {
      var word = 0
      while (word + 8 <= length) {
        Platform.putLong(target, address(at + word), Platform.getLong(source, address(from + word)))
        word += 8
      }
      val rest = 8 * (length - word)
      if (rest > 0) {
        val bytes = Platform.getLong(source, address(from + word))
        Platform.putLong(target, address(at + word), bytes << (64 - rest) >>> (64 - rest))
      }
    } else {
      System.arraycopy(source, from, target, at, length)
    }

  private val Short = 24
  private val canReadWords = Platform.unaligned() && ByteOrder.nativeOrder == ByteOrder.LITTLE_ENDIAN

  private def address(position: Int): Long = Platform.BYTE_ARRAY_OFFSET.toLong + position

  /** Two's complement in as few bytes as needed, in 16 reserved ones, so that Spark can update the field in place. */
  private final class WideDecimals(decimal: DecimalType, buffer: UnsafeRowBuffer, ordinal: Int) extends ColumnWriter {
    private val wide = new Array[Byte](16)

    override def reserve(column: ArrowColumn, from: Int): Unit = {
      var row = 0
      while (row < buffer.count) {
        buffer.reserve(row, wide.length)
        row += 1
      }
    }

    override def write(column: ArrowColumn, from: Int): Unit = {
      var row = 0
      while (row < buffer.count) {
        if (column.isNull(from + row)) {
          buffer.setNull(row, ordinal)
          buffer.append(row, ordinal, 0, wide.length)
        } else {
          writeValue(row, column.getDecimalHigh(from + row), column.getDecimalLow(from + row))
        }
        row += 1
      }
    }

    private def writeValue(row: Int, high: Long, low: Long): Unit =
      if (high == low >> 63) {
        val signBits = java.lang.Long.numberOfLeadingZeros(low ^ high)
        val length = 8 - (signBits - 1) / 8
        putBigEndian(low, length, buffer.bytes, buffer.append(row, ordinal, length, wide.length))
      } else {
        val bytes = checked(high, low)
        System.arraycopy(bytes, 0, buffer.bytes, buffer.append(row, ordinal, bytes.length, wide.length), bytes.length)
      }

    private def checked(high: Long, low: Long): Array[Byte] = {
      putBigEndian(high, 8, wide, 0)
      putBigEndian(low, 8, wide, 8)
      val value = Decimal(new BigDecimal(new BigInteger(wide), decimal.scale), decimal.precision, decimal.scale)
      value.toJavaBigDecimal.unscaledValue.toByteArray
    }

    private def putBigEndian(value: Long, length: Int, target: Array[Byte], at: Int): Unit = {
      var i = 0
      while (i < length) {
        target(at + i) = (value >>> (8 * (length - 1 - i))).toByte
        i += 1
      }
    }
  }

  /** Encoded as the only field of a row, because what Spark writes of a nested value does not depend on where it lies. */
  private final class Nested(dataType: DataType, buffer: UnsafeRowBuffer, ordinal: Int) extends ColumnWriter {
    private val writer = new UnsafeRowWriter(1)
    private val sink = UnsafeSinks.of(dataType, writer)
    private val valueStart = 16
    private val ends = new Array[Int](UnsafeRowBuffer.Capacity)
    private var encoded = new Array[Byte](1024)

    override def reserve(column: ArrowColumn, from: Int): Unit = {
      var end = 0
      var row = 0
      while (row < buffer.count) {
        if (!column.isNull(from + row)) {
          val length = encode(column, from + row, end)
          buffer.reserve(row, length)
          end += length
        }
        ends(row) = end
        row += 1
      }
    }

    private def encode(column: ArrowColumn, index: Int, at: Int): Int = {
      writer.reset()
      writer.zeroOutNullBytes()
      sink.putBytes(column.data.array, column.bytesStart(index), column.bytesLength(index))
      val length = writer.getRow.getSizeInBytes - valueStart
      if (encoded.length < at + length) encoded = java.util.Arrays.copyOf(encoded, 2 * (at + length))
      System.arraycopy(writer.getBuffer, valueStart, encoded, at, length)
      length
    }

    override def write(column: ArrowColumn, from: Int): Unit = {
      var start = 0
      var row = 0
      while (row < buffer.count) {
        if (column.isNull(from + row)) {
          buffer.setNull(row, ordinal)
        } else {
          val length = ends(row) - start
          System.arraycopy(encoded, start, buffer.bytes, buffer.append(row, ordinal, length, length), length)
        }
        start = ends(row)
        row += 1
      }
    }
  }
}
