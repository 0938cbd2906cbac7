package org.apache.spark.sql.hbase.schema

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.codec.{SqlType, ValueSink}

/** Hands the values of Catalyst rows to codecs without boxing. */
object CatalystValues {

  /** Gives one value of a row to a sink. */
  trait Putter {
    def apply(row: InternalRow, ordinal: Int, sink: ValueSink): Unit
  }

  /** The putter of a type. A NULL becomes `putNull`. */
  def putter(sqlType: SqlType): Putter = {
    val value = valuePutter(sqlType)
    (row, ordinal, sink) => if (row.isNullAt(ordinal)) sink.putNull() else value(row, ordinal, sink)
  }

  private def valuePutter(sqlType: SqlType): Putter = sqlType.kind match {
    case SqlType.Kind.BOOLEAN => (row, i, sink) => sink.putLong(if (row.getBoolean(i)) 1L else 0L)
    case SqlType.Kind.TINYINT => (row, i, sink) => sink.putLong(row.getByte(i))
    case SqlType.Kind.SMALLINT => (row, i, sink) => sink.putLong(row.getShort(i))
    case SqlType.Kind.INT | SqlType.Kind.DATE => (row, i, sink) => sink.putLong(row.getInt(i))
    case SqlType.Kind.BIGINT | SqlType.Kind.TIMESTAMP | SqlType.Kind.TIMESTAMP_NTZ =>
      (row, i, sink) => sink.putLong(row.getLong(i))
    case SqlType.Kind.FLOAT => (row, i, sink) => sink.putDouble(row.getFloat(i))
    case SqlType.Kind.DOUBLE => (row, i, sink) => sink.putDouble(row.getDouble(i))
    case SqlType.Kind.STRING =>
      (row, i, sink) =>
        val bytes = row.getUTF8String(i).getBytes
        sink.putBytes(bytes, 0, bytes.length)
    case SqlType.Kind.BINARY =>
      (row, i, sink) =>
        val bytes = row.getBinary(i)
        sink.putBytes(bytes, 0, bytes.length)
    case SqlType.Kind.DECIMAL =>
      val (precision, scale) = (sqlType.precision, sqlType.scale)
      if (precision <= SqlType.MAX_LONG_PRECISION) { (row, i, sink) =>
        sink.putLong(row.getDecimal(i, precision, scale).toUnscaledLong)
      } else { (row, i, sink) =>
        val unscaled = row.getDecimal(i, precision, scale).toJavaBigDecimal.unscaledValue
        // longValue keeps the low 64 bits; 38 digits fit 127 bits.
        sink.putDecimal128(unscaled.shiftRight(64).longValue, unscaled.longValue)
      }
  }
}
