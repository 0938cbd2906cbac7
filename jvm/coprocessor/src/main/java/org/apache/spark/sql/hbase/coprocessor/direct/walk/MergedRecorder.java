package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import org.apache.spark.sql.hbase.coprocessor.direct.columns.ColumnMemory;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.RowKeyCursor;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.ValuedStretch;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.ValuesInBatch;
import org.apache.spark.sql.hbase.engine.row.DecodedColumns;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;

/**
 * Records a stretch of a base file together with the small files beside it, while its own rows come
 * from memory. Rows with cells in the region's memory become gaps, unless that is taken for a small
 * file. A stretch without a row of the small files is not kept.
 *
 * <p>In a columnar table it records one group of which small files have cells. Not thread-safe.
 */
public final class MergedRecorder extends RecordingDecoder {
  private String files;
  private long askedBefore;
  private byte[] first;

  /** Null for a group. */
  private ValuedStretch stretch;

  /** The keys of the stretch; stands at the next row that is to come. Null for a group. */
  private RowKeyCursor keys;

  /** Some row was in a small file. */
  private boolean isChanged;

  MergedRecorder(ColumnMemory memory, DecodedColumns columns) {
    super(memory, columns);
  }

  /**
   * Begins.
   *
   * @param names of the files together
   * @param from stretch of the base file
   * @param row its row with which this begins
   */
  void start(String names, ValuedStretch from, int row, long questionBefore) {
    RowKeyCursor at = from.newKeys();
    at.moveTo(row);
    if (start(names, from, at, at.copyKey(row), questionBefore)) {
      // Rows of small files may come first. They have no place of their own.
      builder.standAt(from.places(), row);
    }
  }

  /**
   * Begins with a group that the region's memory has no cells of. It comes next.
   *
   * @param names of the files together
   */
  void startGroup(String names, byte[] group, long questionBefore) {
    if (start(names, null, null, group, questionBefore)) {
      builder.standAt(-1, 0);
    }
  }

  private boolean start(
      String names, ValuedStretch from, RowKeyCursor at, byte[] begun, long questionBefore) {
    files = names;
    stretch = from;
    keys = at;
    first = begun;
    askedBefore = questionBefore;
    isChanged = false;
    return begin(questionBefore);
  }

  /** Whether that row of the stretch is the next one. */
  boolean isAt(int row) {
    return builder != null && keys.place() == row;
  }

  /** The next rows of the stretch are as they were. */
  void addKnown(ValuesInBatch values, int count) {
    if (builder != null) {
      values.copyTo(builder, stretch, keys, count);
      stopIfTooLarge();
    }
  }

  /** The decoder for a row that small files have; its cells in the region's memory must be none. */
  public RowDecoder over(RowDecoder decoder) {
    return builder == null ? decoder : both(decoder);
  }

  /**
   * A row of small files, or of the region's memory, was passed. If it is visible it was given to
   * {@link #over}, unless it is in the region's memory.
   */
  public void passed(byte[] row, boolean isInMemory) {
    if (builder == null) {
      return;
    }
    if (keys == null) {
      isChanged = true;
      return;
    }
    int compared = keys.isAtEnd() ? 1 : keys.compareTo(row, row.length);
    if (compared < 0 || isInMemory && !builder.skipRow(row, row.length)) {
      builder = null;
      return;
    }
    if (compared == 0) {
      keys.next();
    }
    isChanged |= !isInMemory;
    stopIfTooLarge();
  }

  private void stopIfTooLarge() {
    if (builder.isTooLarge()) {
      builder = null;
    }
  }

  /**
   * Ends the stretch before a row. All rows before it were passed, those of small files among them.
   *
   * @param end null where the base file ends
   */
  public void finish(byte[] end) {
    if (builder != null && isChanged && !builder.isEmpty() && isWhole(end)) {
      keep(files, first, end, askedBefore);
    }
    builder = null;
  }

  private boolean isWhole(byte[] end) {
    return keys == null || keys.isAtEnd() || end != null && keys.compareTo(end, end.length) >= 0;
  }
}
