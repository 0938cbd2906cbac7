package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import java.util.Arrays;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.ColumnMemory;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.StretchBuilder;
import org.apache.spark.sql.hbase.engine.row.CellRun;
import org.apache.spark.sql.hbase.engine.row.DecodedColumns;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;

/**
 * A decoder that gives each row to the decoder of a scan, and to a builder of stretches. What the
 * scan gets does not depend on the builder. Not thread-safe.
 */
public final class ColumnRecorder implements RowDecoder {
  private final ColumnMemory memory;
  private final FamilyRows family;

  /** The decoder of the scan. */
  private RowDecoder scan;

  private final DecodedColumns columns;

  /** Null while nothing is recorded. */
  private StretchBuilder builder;

  /** The builder of the last stretch, whose arrays the next one takes; null before the first. */
  private StretchBuilder used;

  /** There was no memory for a builder. */
  private boolean isRefused;

  private WalkedFile file;
  private byte[] first;

  /** Row at which the stretch ends at the latest; null for none. */
  private byte[] limit;

  private boolean endsWhenFull;
  private long askedBefore;

  /** Whether the scan and the builder want further cells of the row. */
  private boolean isWantedByScan;

  private boolean isWantedByBuilder;

  ColumnRecorder(ColumnMemory memory, FamilyRows family, DecodedColumns columns) {
    this.memory = memory;
    this.family = family;
    this.columns = columns;
  }

  /** Begins a stretch at the row where the family stands. */
  void start(byte[] row, byte[] until, boolean mayEnd, long questionBefore) {
    if (!hasBuilder(questionBefore)) {
      return;
    }
    builder = used;
    builder.reset();
    builder.standAt(family.blockOffset(), family.positionInBlock());
    file = family.file();
    first = row;
    limit = until;
    endsWhenFull = mayEnd;
    askedBefore = questionBefore;
  }

  private boolean hasBuilder(long questionBefore) {
    if (used == null && !isRefused) {
      StretchBuilder made = new StretchBuilder(columns);
      isRefused = !memory.reserve(made.heldBytes(), questionBefore);
      used = isRefused ? null : made;
    }
    return used != null;
  }

  /** Whether rows are recorded: then they have to be given to this decoder. */
  public boolean isOn() {
    return builder != null;
  }

  /** The decoder to which clean rows are to be given. */
  public RowDecoder over(RowDecoder decoder) {
    scan = decoder;
    if (builder != null && !endsWhenFull && builder.isTooLarge()) {
      builder = null;
    }
    return builder == null ? decoder : this;
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
      memory.add(file.path, builder.build(first, next), askedBefore);
    }
    builder = null;
  }

  /** Ends the stretch at the end of the scan or of the file. */
  public void finish() {
    if (builder == null) {
      return;
    }
    if (family.hasRow() && family.file() == file) {
      byte[] row = new byte[family.rowLength()];
      family.copyRow(row);
      finish(row);
    } else {
      finish(null);
    }
  }

  /** Rows are passed over that were not recorded. */
  public void interrupt() {
    builder = null;
  }

  /** Gives memory back. */
  void close() {
    builder = null;
    if (used != null) {
      memory.free(used.heldBytes());
      used = null;
      isRefused = true;
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
  public boolean wantsCells() {
    return scan.wantsCells() || builder.wantsCells();
  }

  @Override
  public boolean beginRow(byte[] row, int offset, int length) {
    isWantedByScan = scan.beginRow(row, offset, length);
    builder.standAt(family.blockOffset(), family.positionInBlock());
    isWantedByBuilder = builder.beginRow(row, offset, length);
    return isWantedByScan || isWantedByBuilder;
  }

  @Override
  public boolean cell(
      byte[] name, int nameOffset, int nameLength, byte[] value, int valueOffset, int valueLength) {
    isWantedByScan =
        isWantedByScan && scan.cell(name, nameOffset, nameLength, value, valueOffset, valueLength);
    isWantedByBuilder =
        isWantedByBuilder
            && builder.cell(name, nameOffset, nameLength, value, valueOffset, valueLength);
    return isWantedByScan || isWantedByBuilder;
  }

  @Override
  public void endRow() {
    scan.endRow();
    builder.endRow();
    // A group that cannot be kept begins no stretch.
    builder = builder.isEmpty() ? null : builder;
  }

  @Override
  public void abandonRow() {
    scan.abandonRow();
    builder.abandonRow();
  }

  @Override
  public boolean takesRuns() {
    return scan.takesRuns();
  }

  @Override
  public void run(CellRun run) {
    scan.run(run);
    builder.runsIn(family.blockOffset(), family.firstRowInBlock());
    builder.run(run);
  }
}
