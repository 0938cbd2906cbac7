package org.apache.spark.sql.hbase.engine.row;

/**
 * Turns the cells of one row into one row of a column batch. A source calls {@link #beginRow},
 * {@link #cell} for each cell in HBase order, then {@link #endRow}. The arrays are the caller's and
 * may be reused after each call. Not thread-safe.
 *
 * <p>Bytes that do not decode raise {@link org.apache.spark.sql.hbase.codec.CodecException} with
 * row, column and type.
 */
public interface RowDecoder {
  /** False if the cells of a row change nothing: then {@link #cell} need not be called. */
  boolean wantsCells();

  /** {@code row} must not change before {@link #endRow}. */
  void beginRow(byte[] row, int offset, int length);

  void cell(
      byte[] family,
      int familyOffset,
      int familyLength,
      byte[] qualifier,
      int qualifierOffset,
      int qualifierLength,
      long timestamp,
      byte[] value,
      int valueOffset,
      int valueLength);

  /** Completes the row in the batch; columns without a cell become NULL. */
  void endRow();
}
