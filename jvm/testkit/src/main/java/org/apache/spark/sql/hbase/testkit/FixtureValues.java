package org.apache.spark.sql.hbase.testkit;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.hbase.codec.ValueCodecs;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.apache.spark.sql.hbase.codec.value.ValueCodec;

/**
 * Values of tests as Java objects: Boolean, Long or Integer (integers, dates, timestamps, unscaled
 * decimals), Double, BigInteger (unscaled decimals), String, byte[], and null.
 */
public final class FixtureValues {
  private FixtureValues() {}

  /** Puts {@code value} as the type's physical kind. */
  public static void put(Object value, SqlType type, ValueSink sink) {
    if (value == null) {
      sink.putNull();
      return;
    }
    switch (type.physical()) {
      case LONG -> sink.putLong(toLong(value));
      case DOUBLE -> sink.putDouble(((Number) value).doubleValue());
      case DECIMAL128 -> {
        BigInteger unscaled = toBigInteger(value);
        sink.putDecimal128(unscaled.shiftRight(Long.SIZE).longValue(), unscaled.longValue());
      }
      case BYTES -> {
        byte[] bytes = toBytes(value);
        sink.putBytes(bytes, 0, bytes.length);
      }
    }
  }

  /** The bytes of a cell that holds {@code value}, which is not null. */
  public static byte[] encode(Object value, SqlType type, ValueEncoding encoding) {
    ValueCodec codec = ValueCodecs.of(type, encoding);
    ByteBuilder out = new ByteBuilder();
    switch (type.physical()) {
      case LONG -> codec.encodeLong(toLong(value), out);
      case DOUBLE -> codec.encodeDouble(((Number) value).doubleValue(), out);
      case DECIMAL128 -> {
        BigInteger unscaled = toBigInteger(value);
        codec.encodeDecimal128(
            unscaled.shiftRight(Long.SIZE).longValue(), unscaled.longValue(), out);
      }
      case BYTES -> {
        byte[] bytes = toBytes(value);
        codec.encodeBytes(bytes, 0, bytes.length, out);
      }
    }
    return out.toByteArray();
  }

  private static long toLong(Object value) {
    return value instanceof Boolean flag ? (flag ? 1 : 0) : ((Number) value).longValue();
  }

  private static BigInteger toBigInteger(Object value) {
    return value instanceof BigInteger big ? big : BigInteger.valueOf(toLong(value));
  }

  private static byte[] toBytes(Object value) {
    return value instanceof byte[] bytes
        ? bytes
        : ((String) value).getBytes(StandardCharsets.UTF_8);
  }
}
