package org.apache.spark.sql.hbase.read

import java.math.{BigDecimal, BigInteger}

import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter
import org.apache.spark.sql.hbase.client.FrameBatch
import org.apache.spark.sql.hbase.schema.SqlTypes
import org.apache.spark.sql.hbase.wire.ArrowColumn
import org.apache.spark.sql.types._

/**
 * Writes the rows of frames as UnsafeRows straight from the column buffers: nothing above a scan converts rows, so they must
 * be Spark's own. One row object is reused. Not thread-safe. Hot path: only DECIMAL above 18 digits allocates per value.
 */
private[hbase] final class ArrowRows(schema: StructType) {
  import ArrowRows._

  private val types = schema.fields.map(_.dataType)
  private val writer = new UnsafeRowWriter(schema.length)
  private val cells: Array[CellWriter] = types.map(cellWriter(_, writer))
  private var columns: Array[ArrowColumn] = Array.empty

  /** The next rows come from this batch. */
  def bind(batch: FrameBatch): Unit = {
    columns = batch.columns.toArray(Array.empty[ArrowColumn])
    checkTypes()
  }

  /** Valid until the next call. */
  def row(index: Int): UnsafeRow = {
    writer.reset()
    writer.zeroOutNullBytes()
    var i = 0
    while (i < cells.length) {
      val column = columns(i)
      if (column.isNull(index)) cells(i).writeNull(writer, i) else cells(i).write(writer, i, column, index)
      i += 1
    }
    writer.getRow
  }

  // A frame of other types than planned would be read as other values.
  private def checkTypes(): Unit = {
    val found = columns.map(c => physical(SqlTypes.toSpark(SqlTypes.fromProto(c.`type`))))
    val planned = types.map(physical)
    if (!found.sameElements(planned)) {
      throw new IllegalStateException(
        s"the columns of a result frame are not those of the plan: ${found.mkString(",")} instead of ${planned.mkString(",")}"
      )
    }
  }

  // STRING and nested values travel as BINARY; the engine in this process says what they are.
  private def physical(dataType: DataType): DataType = dataType match {
    case StringType | _: StructType | _: ArrayType | _: MapType => BinaryType
    case other => other
  }
}

private[read] object ArrowRows {

  /** Writes the values of one column into rows. */
  private abstract class CellWriter {
    def write(writer: UnsafeRowWriter, ordinal: Int, column: ArrowColumn, index: Int): Unit
    def writeNull(writer: UnsafeRowWriter, ordinal: Int): Unit = writer.setNullAt(ordinal)
  }

  private def cellWriter(dataType: DataType, row: UnsafeRowWriter): CellWriter = dataType match {
    case BooleanType => (w, o, c, i) => w.write(o, c.getLong(i) != 0)
    case ByteType => (w, o, c, i) => w.write(o, c.getLong(i).toByte)
    case ShortType => (w, o, c, i) => w.write(o, c.getLong(i).toShort)
    case IntegerType | DateType => (w, o, c, i) => w.write(o, c.getLong(i).toInt)
    case LongType | TimestampType | TimestampNTZType => (w, o, c, i) => w.write(o, c.getLong(i))
    case FloatType => (w, o, c, i) => w.write(o, c.getDouble(i).toFloat)
    case DoubleType => (w, o, c, i) => w.write(o, c.getDouble(i))
    case StringType | BinaryType => (w, o, c, i) => w.write(o, c.data.array, c.bytesStart(i), c.bytesLength(i))
    case d: DecimalType if d.precision <= Decimal.MAX_LONG_DIGITS => (w, o, c, i) => w.write(o, c.getLong(i))
    case d: DecimalType => new WideDecimalWriter(d)
    case nested @ (_: StructType | _: ArrayType | _: MapType) =>
      val sink = UnsafeSinks.of(nested, row)
      (_, o, c, i) => {
        sink.ordinal = o
        sink.putBytes(c.data.array, c.bytesStart(i), c.bytesLength(i))
      }
    case other => throw new IllegalArgumentException(s"no such column in a sub-plan's output: $other")
  }

  private final class WideDecimalWriter(decimalType: DecimalType) extends CellWriter {
    private val bytes = new Array[Byte](16)

    override def write(writer: UnsafeRowWriter, ordinal: Int, column: ArrowColumn, index: Int): Unit = {
      putLong(0, column.getDecimalHigh(index))
      putLong(8, column.getDecimalLow(index))
      val value = new BigDecimal(new BigInteger(bytes), decimalType.scale)
      writer.write(
        ordinal,
        Decimal(value, decimalType.precision, decimalType.scale),
        decimalType.precision,
        decimalType.scale
      )
    }

    // Keeps the 16 bytes of the value reserved, as Spark does, so that the field can be updated in place.
    override def writeNull(writer: UnsafeRowWriter, ordinal: Int): Unit =
      writer.write(ordinal, null, decimalType.precision, decimalType.scale)

    private def putLong(at: Int, value: Long): Unit = {
      var i = 0
      while (i < 8) {
        bytes(at + i) = (value >>> (56 - 8 * i)).toByte
        i += 1
      }
    }
  }
}
