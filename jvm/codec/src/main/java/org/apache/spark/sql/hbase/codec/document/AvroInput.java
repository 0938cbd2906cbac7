package org.apache.spark.sql.hbase.codec.document;

import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;

/**
 * Reads the primitives of Avro's binary encoding from untrusted bytes: every length is checked
 * against the bytes that are left. Not thread-safe; keeps the bound array until the next {@link
 * #bind}.
 */
final class AvroInput {
  private static final int MAX_VARINT_BYTES = 10;

  private final SqlType type;
  private byte[] bytes;
  private int start;
  private int end;
  private int at;

  /** Takes the type of the whole value, for errors. */
  AvroInput(SqlType type) {
    this.type = type;
  }

  void bind(byte[] value, int offset, int length) {
    bytes = value;
    start = offset;
    end = offset + length;
    at = offset;
  }

  byte[] array() {
    return bytes;
  }

  /** Passes over {@code count} bytes and returns where they start. */
  int take(long count) {
    if (count < 0 || count > end - at) {
      throw corrupt("it ends before a part of " + count + " bytes does");
    }
    int from = at;
    at += (int) count;
    return from;
  }

  /** Avro's {@code int} and {@code long}: zig-zag, 7 bits a byte, lowest first. */
  long readLong() {
    long zigzag = 0;
    for (int i = 0; i < MAX_VARINT_BYTES; i++) {
      byte b = bytes[take(1)];
      zigzag |= (b & 0x7FL) << 7 * i;
      if (b >= 0) {
        return zigzag >>> 1 ^ -(zigzag & 1);
      }
    }
    throw corrupt("a number has more than 10 bytes");
  }

  /** Little-endian. */
  long readFixed(int width) {
    int from = take(width);
    long bits = 0;
    for (int i = width - 1; i >= 0; i--) {
      bits = bits << Byte.SIZE | bytes[from + i] & 0xFF;
    }
    return bits;
  }

  /**
   * Number of items in the next block of an array or map, 0 at its end. Each item has at least one
   * byte, because each is a union.
   */
  int readBlockCount() {
    long count = readLong();
    if (count < 0) {
      // The block's length in bytes follows, for readers that pass over it.
      readLong();
      count = -count;
    }
    if (count < 0 || count > end - at) {
      throw corrupt("it ends before a block of " + count + " items does");
    }
    return (int) count;
  }

  void expectEnd() {
    if (at < end) {
      throw corrupt("it goes on after its value");
    }
  }

  CodecException corrupt(String reason) {
    String where = reason + ", at byte " + (at - start);
    return CodecException.corrupt(type, ValueEncoding.AVRO, where, bytes, start, end - start);
  }
}
