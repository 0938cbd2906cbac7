package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import java.util.Arrays;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.ColumnMemory;
import org.apache.spark.sql.hbase.engine.row.CellRun;
import org.apache.spark.sql.hbase.engine.row.DecodedColumns;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;

/** Records the rows that a scan reads from the blocks of one file. Not thread-safe. */
public final class ColumnRecorder extends RecordingDecoder {
  private final FamilyRows family;

  private WalkedFile file;
  private byte[] first;

  /** Row at which the stretch ends at the latest; null for none. */
  private byte[] limit;

  private boolean endsWhenFull;
  private long askedBefore;

  ColumnRecorder(ColumnMemory memory, FamilyRows family, DecodedColumns columns) {
    super(memory, columns);
    this.family = family;
  }

  /** Begins a stretch at the row where the family stands. */
  void start(byte[] row, byte[] until, boolean mayEnd, long questionBefore) {
    if (!begin(questionBefore)) {
      return;
    }
    builder.standAt(family.blockOffset(), family.positionInBlock());
    file = family.file();
    first = row;
    limit = until;
    endsWhenFull = mayEnd;
    askedBefore = questionBefore;
  }

  /** The decoder to which clean rows are to be given. */
  public RowDecoder over(RowDecoder decoder) {
    if (builder != null && !endsWhenFull && builder.isTooLarge()) {
      builder = null;
    }
    return builder == null ? decoder : both(decoder);
  }

  /** Row at or behind which a row is to be looked at by itself; null for none. */
  public byte[] limit() {
    return builder == null ? null : limit;
  }

  /** Whether the stretch ends before the row at which the family stands. */
  boolean isAtEnd() {
    return builder != null
        && (endsWhenFull && builder.isFull()
            || family.file() != file
            || limit != null && family.compareTo(limit, limit.length) >= 0);
  }

  /**
   * Ends the stretch, if there is one, of which all rows were recorded.
   *
   * @param next row of its file, null if there is none
   */
  public void finish(byte[] next) {
    if (builder != null && !builder.isEmpty()) {
      keep(file.path, first, next, askedBefore);
    }
    builder = null;
  }

  /** Ends the stretch at the end of the scan or of the file. */
  public void finish() {
    if (builder == null) {
      return;
    }
    if (family.hasRow() && family.file() == file) {
      finish(family.copyRow());
    } else {
      finish(null);
    }
  }

  /** A row comes that is not read from the file alone. */
  public void skipRow(byte[] row, int length) {
    if (builder == null) {
      return;
    }
    if (limit != null && Arrays.compareUnsigned(row, 0, length, limit, 0, limit.length) >= 0) {
      finish(limit);
    } else if (endsWhenFull && builder.isOverfull()) {
      finish(Arrays.copyOf(row, length));
    } else if (!builder.skipRow(row, length)) {
      builder = null;
    }
  }

  @Override
  public boolean beginRow(byte[] row, int offset, int length) {
    builder.standAt(family.blockOffset(), family.positionInBlock());
    return super.beginRow(row, offset, length);
  }

  @Override
  public void endRow() {
    super.endRow();
    // A group that cannot be kept begins no stretch.
    builder = builder.isEmpty() ? null : builder;
  }

  @Override
  public void run(CellRun run) {
    builder.runsIn(family.blockOffset(), family.firstRowInBlock());
    super.run(run);
  }
}
