package org.apache.spark.sql.hbase.codec.packed;

import org.apache.spark.sql.hbase.codec.types.SqlType;

/**
 * Reads one STRUCT, ARRAY or MAP in its binary form, which FORMAT.md, "Nested values", specifies.
 * The form in which nested values travel through the engine and in result frames. The bytes are
 * untrusted: every length and count is checked against the bytes that are there before it is used.
 * Not thread-safe.
 */
public sealed interface NestedReader permits PackedReader, ArrayReader, MapReader {

  /** The reader of a nested type; of a STRUCT a {@link PackedReader}. */
  static NestedReader of(SqlType type) {
    return switch (type.kind()) {
      case STRUCT -> PackedCodec.ofStruct(type).newReader();
      case ARRAY -> new ArrayReader(type.fieldType(0));
      case MAP -> new MapReader(type);
      default -> throw new IllegalArgumentException(type + " is not nested");
    };
  }

  /**
   * Turns to a value, whose bytes must not change while it is read.
   *
   * @throws CodecException CORRUPT_VALUE when the outermost value does not have its form
   */
  void bind(byte[] bytes, int offset, int length);

  /**
   * Looks at every part of the bound value.
   *
   * @throws CodecException CORRUPT_VALUE when one is not a value of its type
   */
  void readAll();

  /** Both: afterwards reading any part of these bytes succeeds. */
  default void check(byte[] bytes, int offset, int length) {
    bind(bytes, offset, length);
    readAll();
  }
}
