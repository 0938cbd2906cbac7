package org.apache.spark.sql.hbase.wire;

import java.util.Arrays;
import java.util.Objects;

/** A stretch of a shared array; whoever made it owns the array, nobody else changes it. */
public record ByteSlice(byte[] array, int offset, int length) {
  static final ByteSlice EMPTY = new ByteSlice(new byte[0], 0, 0);

  public ByteSlice {
    Objects.checkFromIndexSize(offset, length, array.length);
  }

  static ByteSlice of(byte[] array) {
    return new ByteSlice(array, 0, array.length);
  }

  /** A fresh copy of the bytes. */
  public byte[] toByteArray() {
    return Arrays.copyOfRange(array, offset, offset + length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ByteSlice that
        && Arrays.equals(
            array, offset, offset + length, that.array, that.offset, that.offset + that.length);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(toByteArray());
  }

  @Override
  public String toString() {
    return length + " bytes at " + offset;
  }
}
