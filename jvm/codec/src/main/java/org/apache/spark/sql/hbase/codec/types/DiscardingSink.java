package org.apache.spark.sql.hbase.codec.types;

/** Takes values that only have to be readable. */
public enum DiscardingSink implements ValueSink {
  INSTANCE;

  @Override
  public void putNull() {}

  @Override
  public void putLong(long value) {}

  @Override
  public void putDouble(double value) {}

  @Override
  public void putDecimal128(long high, long low) {}

  @Override
  public void putBytes(byte[] bytes, int offset, int length) {}
}
