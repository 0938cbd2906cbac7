package org.apache.spark.sql.hbase.codec.types;

/**
 * Holds one value back until the bytes behind it were looked at: a sink is not called for a cell
 * that is refused. Shares the array that was put. Not thread-safe.
 */
public final class HeldBytes implements ValueSink {
  private byte[] bytes;
  private int offset;
  private int length;

  @Override
  public void putNull() {
    bytes = null;
  }

  @Override
  public void putBytes(byte[] array, int from, int count) {
    bytes = array;
    offset = from;
    length = count;
  }

  @Override
  public void putLong(long value) {
    throw noBytes();
  }

  @Override
  public void putDouble(double value) {
    throw noBytes();
  }

  @Override
  public void putDecimal128(long high, long low) {
    throw noBytes();
  }

  public void putTo(ValueSink sink) {
    if (bytes == null) {
      sink.putNull();
    } else {
      sink.putBytes(bytes, offset, length);
    }
  }

  private static IllegalStateException noBytes() {
    return new IllegalStateException("a nested value is put as bytes");
  }
}
