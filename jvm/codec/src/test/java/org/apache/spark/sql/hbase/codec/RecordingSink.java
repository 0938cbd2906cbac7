package org.apache.spark.sql.hbase.codec;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.Decimals;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.apache.spark.sql.hbase.codec.value.ValueCodec;

/**
 * A sink that keeps the last value as an object which compares by value. It is a {@code Long} or
 * {@code Double}, an unscaled {@code BigDecimal} for 128-bit decimals, bytes as {@link Bytes}, null
 * for NULL.
 */
public final class RecordingSink implements ValueSink {
  /** A copy of bytes, equal to others with the same content. */
  public static final class Bytes {
    private final byte[] content;

    public Bytes(byte[] content) {
      this.content = content;
    }

    byte[] content() {
      return content;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Bytes bytes && Arrays.equals(content, bytes.content);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(content);
    }

    @Override
    public String toString() {
      return HexFormat.of().formatHex(content);
    }
  }

  private Object value;
  private int calls;

  /** The value put since the last call of this method, of which there must be exactly one. */
  public Object take() {
    if (calls != 1) {
      throw new AssertionError("the sink was called " + calls + " times");
    }
    calls = 0;
    return value;
  }

  public boolean isUntouched() {
    return calls == 0;
  }

  @Override
  public void putNull() {
    record(null);
  }

  @Override
  public void putLong(long newValue) {
    record(newValue);
  }

  @Override
  public void putDouble(double newValue) {
    record(newValue);
  }

  @Override
  public void putDecimal128(long high, long low) {
    record(Decimals.toBigDecimal(high, low, 0));
  }

  @Override
  public void putBytes(byte[] bytes, int offset, int length) {
    record(new Bytes(Arrays.copyOfRange(bytes, offset, offset + length)));
  }

  private void record(Object newValue) {
    value = newValue;
    calls++;
  }

  /** Puts a value of the form that {@link #take} returns. */
  public static void put(Object value, ValueSink sink) {
    if (value == null) {
      sink.putNull();
    } else if (value instanceof Long number) {
      sink.putLong(number);
    } else if (value instanceof Double number) {
      sink.putDouble(number);
    } else if (value instanceof BigDecimal unscaled) {
      sink.putDecimal128(
          unscaled.unscaledValue().shiftRight(Long.SIZE).longValue(),
          unscaled.unscaledValue().longValue());
    } else {
      byte[] bytes = ((Bytes) value).content();
      sink.putBytes(bytes, 0, bytes.length);
    }
  }

  /** Encodes a value of the form that {@link #take} returns. */
  static byte[] encode(Object value, ValueCodec codec) {
    ByteBuilder out = new ByteBuilder();
    if (value instanceof Long number) {
      codec.encodeLong(number, out);
    } else if (value instanceof Double number) {
      codec.encodeDouble(number, out);
    } else if (value instanceof BigDecimal unscaled) {
      codec.encodeDecimal128(
          unscaled.unscaledValue().shiftRight(Long.SIZE).longValue(),
          unscaled.unscaledValue().longValue(),
          out);
    } else {
      byte[] bytes = ((Bytes) value).content();
      codec.encodeBytes(bytes, 0, bytes.length, out);
    }
    return out.toByteArray();
  }
}
