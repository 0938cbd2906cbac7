package org.apache.spark.sql.hbase.write.encode

import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder
import org.apache.spark.sql.hbase.codec.types.ValueSink
import org.apache.spark.sql.hbase.codec.value.ValueCodec

/** Encodes the values of one column, one after the other. Not thread-safe. */
private[write] final class CellEncoder(codec: ValueCodec) extends ValueSink {
  private val out = new ByteBuilder

  /** The bytes of the value that was put last. */
  def take(): Array[Byte] = {
    val bytes = out.toByteArray
    out.reset()
    bytes
  }

  override def putNull(): Unit = throw new IllegalStateException("a NULL has no cell")
  override def putLong(value: Long): Unit = codec.encodeLong(value, out)
  override def putDouble(value: Double): Unit = codec.encodeDouble(value, out)
  override def putDecimal128(high: Long, low: Long): Unit = codec.encodeDecimal128(high, low, out)
  override def putBytes(bytes: Array[Byte], offset: Int, length: Int): Unit =
    codec.encodeBytes(bytes, offset, length, out)
}
