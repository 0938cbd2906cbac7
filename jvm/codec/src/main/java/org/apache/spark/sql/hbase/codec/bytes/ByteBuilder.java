package org.apache.spark.sql.hbase.codec.bytes;

import java.util.Arrays;

/**
 * A byte array that grows; numbers are appended big-endian. Reusable through {@link #reset}. Not
 * thread-safe.
 */
public final class ByteBuilder {
  private static final int INITIAL_CAPACITY = 64;

  /** Some virtual machines refuse arrays of the last few lengths. */
  private static final int MAX_CAPACITY = Integer.MAX_VALUE - 8;

  private byte[] bytes = new byte[INITIAL_CAPACITY];
  private int length;

  public ByteBuilder appendByte(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
    return this;
  }

  public ByteBuilder appendShort(int value) {
    reserve(Short.BYTES);
    BigEndian.putShort(bytes, length, (short) value);
    length += Short.BYTES;
    return this;
  }

  public ByteBuilder appendInt(int value) {
    reserve(Integer.BYTES);
    BigEndian.putInt(bytes, length, value);
    length += Integer.BYTES;
    return this;
  }

  public ByteBuilder appendLong(long value) {
    reserve(Long.BYTES);
    BigEndian.putLong(bytes, length, value);
    length += Long.BYTES;
    return this;
  }

  public ByteBuilder appendBytes(byte[] source, int offset, int count) {
    reserve(count);
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
    return this;
  }

  /** Appends {@code count} zero bytes. */
  public ByteBuilder appendZeros(int count) {
    reserve(count);
    Arrays.fill(bytes, length, length + count, (byte) 0);
    length += count;
    return this;
  }

  /** Number of bytes appended since the last {@link #reset}. */
  public int length() {
    return length;
  }

  /**
   * The backing array, valid in {@code [0, length())} and until the next append. Writing below the
   * length is allowed.
   */
  public byte[] array() {
    return bytes;
  }

  /** A fresh array of exactly the bytes appended. */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  /** Forgets the bytes and keeps the capacity. */
  public void reset() {
    length = 0;
  }

  private void reserve(int count) {
    long needed = (long) length + count;
    if (needed > bytes.length) {
      if (needed > MAX_CAPACITY) {
        throw new OutOfMemoryError("a byte array cannot hold " + needed + " bytes");
      }
      bytes =
          Arrays.copyOf(bytes, (int) Math.min(MAX_CAPACITY, Math.max(needed, 2L * bytes.length)));
    }
  }
}
