package org.apache.spark.sql.hbase.engine.expression.kernel;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** Prepares result vectors and the rows that an expression computes. */
public final class Results {
  private Results() {}

  /**
   * Empties a result vector and gives it the rows of the batch, except for bytes, which are
   * appended. Every row of {@code rows} that is not in its subset {@code live} becomes NULL.
   */
  public static void prepare(
      ColumnVector result, int batchRows, SelectedRows rows, SelectedRows live) {
    result.reset();
    if (result.physical() == SqlType.Physical.BYTES) {
      result.ensureCapacity(batchRows);
    } else {
      result.setSize(batchRows);
    }
    if (live.count == rows.count) {
      return;
    }
    boolean[] nulls = result.nulls;
    for (int k = 0; k < rows.count; k++) {
      nulls[rows.positions[k]] = true;
    }
    for (int k = 0; k < live.count; k++) {
      nulls[live.positions[k]] = false;
    }
    result.hasNulls = true;
  }

  /** Gives a vector of bytes the rows that are still missing behind the last one appended. */
  public static void complete(ColumnVector result, int batchRows) {
    if (result.physical() == SqlType.Physical.BYTES) {
      result.appendEmptyUntil(batchRows);
    }
  }

  /** Gives a row the value, not NULL, of the same row of another vector; bytes are appended. */
  public static void copy(ColumnVector source, int row, ColumnVector result) {
    switch (result.physical()) {
      case LONG -> result.longs[row] = source.longs[row];
      case DOUBLE -> result.doubles[row] = source.doubles[row];
      case DECIMAL128 -> result.setDecimal128(row, source.highs[row], source.longs[row]);
      case BYTES -> {
        result.appendEmptyUntil(row);
        result.putBytes(source.data, source.offsets[row], source.length(row));
      }
    }
  }
}
