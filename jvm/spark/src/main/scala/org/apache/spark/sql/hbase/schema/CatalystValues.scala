package org.apache.spark.sql.hbase.schema

import org.apache.spark.sql.catalyst.expressions.SpecializedGetters
import org.apache.spark.sql.catalyst.util.ArrayData
import org.apache.spark.sql.hbase.codec.packed.{ArrayWriter, MapWriter, PackedCodec}
import org.apache.spark.sql.hbase.codec.types.{SqlType, ValueSink}

/** Hands the values of Catalyst rows and arrays to codecs, without boxing. */
object CatalystValues {

  /** Gives one value of a row or array to a sink. Of nested types it has buffers and serves one thread. */
  trait Putter {
    def apply(values: SpecializedGetters, ordinal: Int, sink: ValueSink): Unit
  }

  /** The putter of a type. A NULL becomes `putNull`, a nested value its binary form. */
  def putter(sqlType: SqlType): Putter = {
    val value = valuePutter(sqlType)
    (values, ordinal, sink) => if (values.isNullAt(ordinal)) sink.putNull() else value(values, ordinal, sink)
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
    case SqlType.Kind.DECIMAL => decimalPutter(sqlType.precision, sqlType.scale)
    case SqlType.Kind.STRUCT => structPutter(sqlType)
    case SqlType.Kind.ARRAY => arrayPutter(sqlType)
    case SqlType.Kind.MAP => mapPutter(sqlType)
  }

  private def decimalPutter(precision: Int, scale: Int): Putter =
    if (precision <= SqlType.MAX_LONG_PRECISION) { (row, i, sink) =>
      sink.putLong(row.getDecimal(i, precision, scale).toUnscaledLong)
    } else { (row, i, sink) =>
      val unscaled = row.getDecimal(i, precision, scale).toJavaBigDecimal.unscaledValue
      // longValue keeps the low 64 bits; 38 digits fit 127 bits.
      sink.putDecimal128(unscaled.shiftRight(64).longValue, unscaled.longValue)
    }

  private def structPutter(sqlType: SqlType): Putter = {
    val fields = Array.tabulate(sqlType.fields.size)(i => putter(sqlType.fieldType(i)))
    val writer = PackedCodec.ofStruct(sqlType).newWriter()
    (row, i, sink) => {
      val struct = row.getStruct(i, fields.length)
      writer.reset()
      var field = 0
      while (field < fields.length) {
        fields(field)(struct, field, writer)
        field += 1
      }
      writer.putTo(sink)
    }
  }

  private def arrayPutter(sqlType: SqlType): Putter = {
    val element = putter(sqlType.fieldType(0))
    val writer = new ArrayWriter(sqlType.fieldType(0))
    (row, i, sink) => {
      writer.reset()
      putAll(row.getArray(i), element, writer)
      writer.putTo(sink)
    }
  }

  private def mapPutter(sqlType: SqlType): Putter = {
    val key = putter(sqlType.fieldType(0))
    val value = putter(sqlType.fieldType(1))
    val writer = new MapWriter(sqlType)
    (row, i, sink) => {
      val map = row.getMap(i)
      writer.reset()
      putAll(map.keyArray, key, writer.keys)
      putAll(map.valueArray, value, writer.values)
      writer.putTo(sink)
    }
  }

  private def putAll(array: ArrayData, element: Putter, writer: ArrayWriter): Unit = {
    var index = 0
    while (index < array.numElements) {
      element(array, index, writer)
      index += 1
    }
  }
}
