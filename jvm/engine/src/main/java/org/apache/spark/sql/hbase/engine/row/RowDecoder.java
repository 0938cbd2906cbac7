package org.apache.spark.sql.hbase.engine.row;

/**
 * Turns the cells of one row into one row of a column batch. It leaves the row out if its ranges
 * show that the sub-plan's filter would. A source calls {@link #beginRow}, {@link #cell} for each
 * cell in HBase order until no more is wanted, then {@link #endRow}. The arrays are the caller's
 * and may be reused after each call. Not thread-safe.
 *
 * <p>Bytes that do not decode raise {@link org.apache.spark.sql.hbase.codec.types.CodecException}
 * with row, column and type. Where the table says so they are NULL and counted in the batch
 * instead. In a row key they leave the row out, and it is counted. Those of a row that is left out
 * need not be looked at.
 */
public interface RowDecoder {
  /** False if the cells of a row change nothing: then {@link #beginRow} returns false too. */
  boolean wantsCells();

  /**
   * {@code row} must not change before {@link #endRow}.
   *
   * @return false if no cell of this row is wanted
   */
  boolean beginRow(byte[] row, int offset, int length);

  /**
   * Takes a cell of the row. The first of several versions of a cell counts, which in HBase order
   * is the newest.
   *
   * @param name {@link CellName}: length of the family, family, qualifier
   * @return false if no further cell of this row is wanted
   */
  boolean cell(
      byte[] name, int nameOffset, int nameLength, byte[] value, int valueOffset, int valueLength);

  /**
   * Takes it that no cell of this name comes, in the order of the others. Who knows it need not say
   * so.
   *
   * @return false if no further cell of this row is wanted
   */
  default boolean noCell(byte[] name, int nameOffset, int nameLength) {
    return true;
  }

  /** Completes the row in the batch; columns without a cell become NULL. */
  void endRow();

  /** Takes the row that was begun out of the batch, instead of {@link #endRow}. */
  void abandonRow();

  /** Whether {@link #run} may be called: a row makes at most one row of the batch. */
  default boolean takesRuns() {
    return true;
  }

  /**
   * Takes rows of one cell each: as {@link #beginRow}, {@link #cell} and {@link #endRow} one after
   * the other, if not faster.
   */
  default void run(CellRun run) {
    run(run, 0);
  }

  /** Takes the rows of a run from one on, one by one. */
  default void run(CellRun run, int from) {
    for (int row = from; row < run.count; row++) {
      runRow(run, row);
    }
  }

  /** Takes one row of a run. */
  default void runRow(CellRun run, int row) {
    if (beginRow(run.bytes, run.rows[row], run.rowLengths[row])) {
      cell(
          run.bytes,
          run.names[row],
          run.nameLengths[row],
          run.bytes,
          run.values[row],
          run.valueLengths[row]);
    }
    endRow();
  }
}
