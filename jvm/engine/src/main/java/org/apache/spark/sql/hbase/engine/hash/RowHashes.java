package org.apache.spark.sql.hbase.engine.hash;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * Hashes of rows as Spark computes them: each column's value is hashed with the hash so far as its
 * seed. BOOLEAN and all numbers of at most 32 bits hash as INT. A DECIMAL of more than 18 digits
 * hashes as the shortest big-endian bytes of its unscaled value. -0.0 is 0.0 and NaNs are one.
 */
public final class RowHashes {
  private RowHashes() {}

  /**
   * Adds a column to the hashes of the selected rows, by {@link XxHash64}. A NULL leaves its row's
   * hash as it is.
   *
   * @param hashes by position in the batch
   */
  public static void addXxHash64(ColumnVector column, SelectedRows rows, long[] hashes) {
    add(ValueHash.XX_HASH_64, column, rows, hashes);
  }

  /** As {@link #addXxHash64}, by {@link Murmur3}, whose hashes and seeds have 32 bits. */
  public static void addMurmur3(ColumnVector column, SelectedRows rows, long[] hashes) {
    add(ValueHash.MURMUR_3, column, rows, hashes);
  }

  private static void add(ValueHash hash, ColumnVector column, SelectedRows rows, long[] hashes) {
    SqlType type = column.type();
    switch (type.physical()) {
      case LONG -> {
        if (isInt(type)) {
          addInts(hash, column, rows, hashes);
        } else {
          addLongs(hash, column, rows, hashes);
        }
      }
      case DOUBLE -> {
        if (type.kind() == SqlType.Kind.FLOAT) {
          addFloats(hash, column, rows, hashes);
        } else {
          addDoubles(hash, column, rows, hashes);
        }
      }
      case DECIMAL128 -> addDecimals(hash, column, rows, hashes);
      case BYTES -> addBytes(hash, column, rows, hashes);
    }
  }

  private static boolean isInt(SqlType type) {
    return switch (type.kind()) {
      case BOOLEAN, TINYINT, SMALLINT, INT, DATE -> true;
      default -> false;
    };
  }

  private static void addInts(
      ValueHash hash, ColumnVector column, SelectedRows rows, long[] hashes) {
    for (int i = 0; i < rows.count; i++) {
      int row = rows.positions[i];
      if (!column.nulls[row]) {
        hashes[row] = hash.ofInt((int) column.longs[row], hashes[row]);
      }
    }
  }

  private static void addLongs(
      ValueHash hash, ColumnVector column, SelectedRows rows, long[] hashes) {
    for (int i = 0; i < rows.count; i++) {
      int row = rows.positions[i];
      if (!column.nulls[row]) {
        hashes[row] = hash.ofLong(column.longs[row], hashes[row]);
      }
    }
  }

  private static void addFloats(
      ValueHash hash, ColumnVector column, SelectedRows rows, long[] hashes) {
    for (int i = 0; i < rows.count; i++) {
      int row = rows.positions[i];
      if (!column.nulls[row]) {
        // Adding 0.0 turns -0.0 into 0.0 and changes nothing else.
        int bits = Float.floatToIntBits((float) column.doubles[row] + 0.0f);
        hashes[row] = hash.ofInt(bits, hashes[row]);
      }
    }
  }

  private static void addDoubles(
      ValueHash hash, ColumnVector column, SelectedRows rows, long[] hashes) {
    for (int i = 0; i < rows.count; i++) {
      int row = rows.positions[i];
      if (!column.nulls[row]) {
        long bits = Double.doubleToLongBits(column.doubles[row] + 0.0);
        hashes[row] = hash.ofLong(bits, hashes[row]);
      }
    }
  }

  private static void addDecimals(
      ValueHash hash, ColumnVector column, SelectedRows rows, long[] hashes) {
    byte[] bytes = new byte[UnscaledBytes.LENGTH];
    for (int i = 0; i < rows.count; i++) {
      int row = rows.positions[i];
      if (!column.nulls[row]) {
        int start = UnscaledBytes.write(column.highs[row], column.longs[row], bytes);
        hashes[row] = hash.ofBytes(bytes, start, bytes.length - start, hashes[row]);
      }
    }
  }

  private static void addBytes(
      ValueHash hash, ColumnVector column, SelectedRows rows, long[] hashes) {
    for (int i = 0; i < rows.count; i++) {
      int row = rows.positions[i];
      if (!column.nulls[row]) {
        int start = column.offsets[row];
        hashes[row] = hash.ofBytes(column.data, start, column.length(row), hashes[row]);
      }
    }
  }
}
