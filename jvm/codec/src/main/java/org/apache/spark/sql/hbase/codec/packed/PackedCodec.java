package org.apache.spark.sql.hbase.codec.packed;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;

/**
 * Several columns in one cell, specified in FORMAT.md, "Packed cell":
 *
 * <pre>
 * 0x01 | field count n, 2 bytes | NULL bitmap, ceil(n/8) bytes | fixed area | tail
 * </pre>
 *
 * <p>The fixed area has the value of every fixed-width field and, for STRING, BINARY and nested
 * fields, where their bytes end in the tail. So every field is found by adding two numbers. A cell
 * written when the table had fewer columns has fewer fields; the missing ones are NULL.
 *
 * <p>A STRUCT in its binary form is the packed cell of its fields.
 *
 * <p>Immutable and thread-safe; readers and writers are not.
 */
public final class PackedCodec {
  /** First byte of every packed cell. */
  public static final byte FORMAT = 0x01;

  /** The count has two bytes. */
  public static final int MAX_FIELDS = SqlType.MAX_STRUCT_FIELDS;

  static final int HEADER_BYTES = 1 + Short.BYTES;

  /** {@link #lastVariable} where no field so far is of variable length. */
  static final int NONE = -1;

  final FieldCodec[] fields;

  /** Start of each field in the fixed area; one more entry for the end of the last. */
  final int[] offsets;

  /** For each field count, the last field of variable length below it, or {@link #NONE}. */
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
    this.fields = fields.stream().map(FieldCodec::new).toArray(FieldCodec[]::new);
    this.offsets = new int[this.fields.length + 1];
    this.lastVariable = new int[this.fields.length + 1];
    lastVariable[0] = NONE;
    for (int i = 0; i < this.fields.length; i++) {
      offsets[i + 1] = offsets[i] + this.fields[i].width;
      lastVariable[i + 1] = this.fields[i].isVariable ? i : lastVariable[i];
    }
  }

  /** The codec of the binary form of a STRUCT. */
  public static PackedCodec ofStruct(SqlType struct) {
    return new PackedCodec(struct.fields().stream().map(SqlType.Field::type).toList());
  }

  public PackedReader newReader() {
    return new PackedReader(this);
  }

  /** Reads many cells at a time. */
  public PackedCells newCells() {
    return new PackedCells(this);
  }

  public PackedWriter newWriter() {
    return new PackedWriter(this);
  }

  public static int bitmapBytes(int fieldCount) {
    return (fieldCount + Byte.SIZE - 1) / Byte.SIZE;
  }
}
