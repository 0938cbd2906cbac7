package org.apache.spark.sql.hbase.codec;

import java.util.List;

/**
 * Several columns in one cell, specified in FORMAT.md, "Packed cell":
 *
 * <pre>
 * 0x01 | field count n, 2 bytes | NULL bitmap, ceil(n/8) bytes | fixed area | tail
 * </pre>
 *
 * <p>The fixed area has the value of every fixed-width field and, for STRING and BINARY, where its
 * bytes end in the tail. So every field is found by adding two numbers. A cell written when the
 * table had fewer columns has fewer fields; the missing ones are NULL.
 *
 * <p>Immutable and thread-safe; readers and writers are not.
 */
public final class PackedCodec {
  /** First byte of every packed cell. */
  public static final byte FORMAT = 0x01;

  /** The count has two bytes. */
  public static final int MAX_FIELDS = 0xFFFF;

  static final int HEADER_BYTES = 1 + Short.BYTES;

  /** {@link #lastVariable} where no field so far is a STRING or BINARY. */
  static final int NONE = -1;

  final SqlType[] types;

  /** Start of each field in the fixed area; one more entry for the end of the last. */
  final int[] offsets;

  /** For each field count, the last STRING or BINARY field below it, or {@link #NONE}. */
  final int[] lastVariable;

  /**
   * Makes the codec of a packed cell.
   *
   * @param fields the types of all fields ever written to the cell, in order
   * @throws IllegalArgumentException when there is none or more than {@link #MAX_FIELDS}
   */
  public PackedCodec(List<SqlType> fields) {
    if (fields.isEmpty() || fields.size() > MAX_FIELDS) {
      throw new IllegalArgumentException(
          "a packed cell has 1 to " + MAX_FIELDS + " fields, not " + fields.size());
    }
    this.types = fields.toArray(SqlType[]::new);
    this.offsets = new int[types.length + 1];
    this.lastVariable = new int[types.length + 1];
    lastVariable[0] = NONE;
    for (int i = 0; i < types.length; i++) {
      offsets[i + 1] = offsets[i] + width(types[i]);
      lastVariable[i + 1] = isVariable(types[i]) ? i : lastVariable[i];
    }
  }

  public List<SqlType> fields() {
    return List.of(types);
  }

  public PackedReader newReader() {
    return new PackedReader(this);
  }

  public PackedWriter newWriter() {
    return new PackedWriter(this);
  }

  static int bitmapBytes(int fieldCount) {
    return (fieldCount + Byte.SIZE - 1) / Byte.SIZE;
  }

  static boolean isVariable(SqlType type) {
    return type.physical() == SqlType.Physical.BYTES;
  }

  private static int width(SqlType type) {
    return isVariable(type) ? Integer.BYTES : FixedWidths.of(type);
  }
}
