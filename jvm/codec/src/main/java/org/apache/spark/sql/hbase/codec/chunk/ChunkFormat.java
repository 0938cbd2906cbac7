package org.apache.spark.sql.hbase.codec.chunk;

import org.apache.spark.sql.hbase.codec.rowkey.RowKeys;
import org.apache.spark.sql.hbase.codec.types.SqlType;

/**
 * Rows of one group held by column in one cell, specified in FORMAT.md, "Chunk":
 *
 * <pre>
 * 0x01 | rows n, 2 | columns c, 2 | timestamp, 8 | bytes of a rest or 0xFFFF, 2 | bytes of the rests, 4
 * c entries: type, 1 | width, 1 | NULLs, 2 | where the column begins, 4 | smallest, 8 | largest value, 8
 * rests of the row keys | columns: NULL bitmap, values
 * </pre>
 *
 * <p>Numbers are big-endian, in the arrays of rests and columns little-endian. A chunk that was
 * written when the table had fewer columns has fewer entries; the missing columns are NULL.
 */
public final class ChunkFormat {
  /** Rows of a chunk at most. */
  public static final int MAX_ROWS = 4096;

  static final byte FORMAT = 0x01;

  static final int ROWS_AT = 1;
  static final int COLUMNS_AT = 3;
  static final int TIMESTAMP_AT = 5;
  static final int REST_WIDTH_AT = 13;
  static final int REST_BYTES_AT = 15;
  static final int HEADER_BYTES = 19;

  static final int ENTRY_BYTES = 24;
  static final int WIDTH_IN_ENTRY = 1;
  static final int NULLS_IN_ENTRY = 2;
  static final int PLACE_IN_ENTRY = 4;
  static final int MIN_IN_ENTRY = 8;
  static final int MAX_IN_ENTRY = 16;

  /** In place of the length of a rest: they differ, and an array says where each ends. */
  static final int VARIABLE = 0xFFFF;

  /** Row keys are shorter, so {@link #VARIABLE} is no length. */
  static final int MAX_REST_BYTES = RowKeys.MAX_BYTES;

  private ChunkFormat() {}

  /** As the wire's {@code TypeKind} numbers them. */
  static int typeCode(SqlType type) {
    return type.kind().ordinal() + 1;
  }

  /**
   * A number that compares with others as Spark compares doubles: NaN is the greatest and equal to
   * itself, -0.0 is 0.0.
   */
  public static long ordered(double value) {
    long bits = Double.doubleToLongBits(value + 0.0);
    return bits ^ (bits >> 63 & Long.MAX_VALUE);
  }
}
