package org.apache.spark.sql.hbase.codec.value;

import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * Writes and reads one value that fills one HBase cell. Immutable and thread-safe, except that the
 * codec of a nested type keeps scratch space and serves one thread. ORDERED, HBASE, PHOENIX and
 * NESTED decode without allocation (HBASE DECIMAL only up to 18 digits of the declared scale,
 * PHOENIX DECIMAL up to 18 digits).
 *
 * <p>A NULL has no bytes: it is an absent cell, so there is no method for it.
 */
public abstract class ValueCodec {
  private final SqlType type;
  private final ValueEncoding encoding;

  public ValueCodec(SqlType type, ValueEncoding encoding) {
    this.type = type;
    this.encoding = encoding;
  }

  public final SqlType type() {
    return type;
  }

  public final ValueEncoding encoding() {
    return encoding;
  }

  /**
   * Reads the value that is exactly the given bytes.
   *
   * @throws CodecException CORRUPT_VALUE when they are not a value; the sink was not called then
   */
  public abstract void decode(byte[] bytes, int offset, int length, ValueSink sink);

  /**
   * Appends a value of {@link SqlType.Physical#LONG}.
   *
   * @throws CodecException VALUE_OUT_OF_RANGE when the type cannot hold it; nothing was appended
   *     then
   */
  public void encodeLong(long value, ByteBuilder out) {
    throw wrongPhysical(SqlType.Physical.LONG);
  }

  /**
   * Appends a value of {@link SqlType.Physical#DOUBLE}; a FLOAT must be exactly a float. Else as
   * {@link #encodeLong}.
   */
  public void encodeDouble(double value, ByteBuilder out) {
    throw wrongPhysical(SqlType.Physical.DOUBLE);
  }

  /** Appends a value of {@link SqlType.Physical#DECIMAL128}. Else as {@link #encodeLong}. */
  public void encodeDecimal128(long high, long low, ByteBuilder out) {
    throw wrongPhysical(SqlType.Physical.DECIMAL128);
  }

  /** Appends a value of {@link SqlType.Physical#BYTES}. */
  public void encodeBytes(byte[] bytes, int offset, int length, ByteBuilder out) {
    throw wrongPhysical(SqlType.Physical.BYTES);
  }

  final CodecException corrupt(String reason, byte[] bytes, int offset, int length) {
    return CodecException.corrupt(type, encoding, reason, bytes, offset, length);
  }

  private IllegalStateException wrongPhysical(SqlType.Physical given) {
    return new IllegalStateException(
        "a " + type + " column takes " + type.physical() + " values, not " + given);
  }
}
