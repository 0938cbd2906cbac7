package org.apache.spark.sql.hbase.codec.packed;

import org.apache.spark.sql.hbase.codec.bytes.BigEndian;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;

/**
 * Reads one MAP after the other: its keys and its values, each as an ARRAY, in the order in which
 * they were written. A key may occur twice, as in Spark.
 *
 * <pre>
 * 0x01 | length of the keys, 4 bytes | ARRAY of the keys, none NULL | ARRAY of the values
 * </pre>
 *
 * <p>Made by {@link NestedReader#of}. Not thread-safe; keeps the bound array until the next {@link
 * #bind}.
 */
public final class MapReader implements NestedReader {
  static final int HEADER_BYTES = 1 + Integer.BYTES;

  private final SqlType type;
  private final ArrayReader keys;
  private final ArrayReader values;

  public MapReader(SqlType type) {
    this.type = type;
    this.keys = new ArrayReader(type.fieldType(0));
    this.values = new ArrayReader(type.fieldType(1));
  }

  @Override
  public void bind(byte[] bytes, int offset, int length) {
    if (length < HEADER_BYTES || bytes[offset] != PackedCodec.FORMAT) {
      throw corrupt("a map starts with format 0x01 and a length of 4 bytes", bytes, offset, length);
    }
    int keyBytes = BigEndian.getInt(bytes, offset + 1);
    if (keyBytes < 0 || keyBytes > length - HEADER_BYTES) {
      throw corrupt("the map ends before its keys do", bytes, offset, length);
    }
    int keyStart = offset + HEADER_BYTES;
    keys.bind(bytes, keyStart, keyBytes);
    values.bind(bytes, keyStart + keyBytes, length - HEADER_BYTES - keyBytes);
    if (keys.count() != values.count() || keys.hasNulls()) {
      throw corrupt("a map has a key that is not NULL for each value", bytes, offset, length);
    }
  }

  /** The keys of the bound map. */
  public ArrayReader keys() {
    return keys;
  }

  /** The values of the bound map, by the position of their key. */
  public ArrayReader values() {
    return values;
  }

  @Override
  public void readAll() {
    keys.readAll();
    values.readAll();
  }

  private CodecException corrupt(String reason, byte[] bytes, int offset, int length) {
    return CodecException.corrupt(type, ValueEncoding.NESTED, reason, bytes, offset, length);
  }
}
