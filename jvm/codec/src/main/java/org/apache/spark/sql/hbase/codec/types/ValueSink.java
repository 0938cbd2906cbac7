package org.apache.spark.sql.hbase.codec.types;

/**
 * Takes one decoded value without boxing. Exactly one method is called per value, the one of the
 * type's {@link SqlType.Physical} or {@link #putNull}. Not thread-safe.
 */
public interface ValueSink {
  void putNull();

  void putLong(long value);

  void putDouble(double value);

  /** The unscaled value {@code high * 2^64 + unsigned(low)}. */
  void putDecimal128(long high, long low);

  /** The callee copies; the array stays the caller's. */
  void putBytes(byte[] bytes, int offset, int length);
}
