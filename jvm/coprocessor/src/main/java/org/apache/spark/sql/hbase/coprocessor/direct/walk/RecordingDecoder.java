package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import org.apache.spark.sql.hbase.coprocessor.direct.columns.ColumnMemory;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.StretchBuilder;
import org.apache.spark.sql.hbase.engine.row.CellRun;
import org.apache.spark.sql.hbase.engine.row.DecodedColumns;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;

/**
 * A decoder that gives each row to the decoder of a scan, and to a builder of stretches. What the
 * scan gets does not depend on the builder. Not thread-safe.
 */
abstract class RecordingDecoder implements RowDecoder {
  private final ColumnMemory memory;
  private final DecodedColumns columns;

  /** The decoder of the scan. */
  private RowDecoder scan;

  /** Null while nothing is recorded. */
  StretchBuilder builder;

  /** The builder of the last stretch, whose arrays the next one takes; null before the first. */
  private StretchBuilder used;

  /** There was no memory for a builder, or for what it made. */
  private boolean isRefused;

  /** Whether the scan and the builder want further cells of the row. */
  private boolean isWantedByScan;

  private boolean isWantedByBuilder;

  RecordingDecoder(ColumnMemory memory, DecodedColumns columns) {
    this.memory = memory;
    this.columns = columns;
  }

  /**
   * Begins a stretch, if there is memory for it.
   *
   * @param askedBefore from {@link ColumnMemory#ask}
   */
  final boolean begin(long askedBefore) {
    if (used == null && !isRefused) {
      StretchBuilder made = new StretchBuilder(columns);
      isRefused = !memory.reserve(made.heldBytes(), askedBefore);
      used = isRefused ? null : made;
    }
    builder = used;
    if (builder != null) {
      builder.reset();
    }
    return builder != null;
  }

  /** The decoder to which rows are to be given, those of the builder among them. */
  final RowDecoder both(RowDecoder decoder) {
    scan = decoder;
    return this;
  }

  /** Whether rows are recorded. */
  public final boolean isOn() {
    return builder != null;
  }

  /** Rows are passed over that were not recorded. */
  public final void interrupt() {
    builder = null;
  }

  /**
   * Keeps the stretch of the builder. If memory is full this was the last one: the scan does not
   * record the rest of a large table for nothing.
   *
   * @param files to which its rows belong
   * @param first row at which it begins
   * @param end row before which it ends; null at the end of its file
   */
  final void keep(String files, byte[] first, byte[] end, long askedBefore) {
    if (!memory.add(files, builder.build(first, end), askedBefore)) {
      close();
    }
  }

  /** Gives memory back, and records nothing any more. */
  final void close() {
    builder = null;
    if (used != null) {
      memory.free(used.heldBytes());
      used = null;
      isRefused = true;
    }
  }

  @Override
  public final boolean wantsCells() {
    return scan.wantsCells() || builder.wantsCells();
  }

  @Override
  public boolean beginRow(byte[] row, int offset, int length) {
    isWantedByScan = scan.beginRow(row, offset, length);
    isWantedByBuilder = builder.beginRow(row, offset, length);
    return isWantedByScan || isWantedByBuilder;
  }

  @Override
  public final boolean cell(
      byte[] name, int nameOffset, int nameLength, byte[] value, int valueOffset, int valueLength) {
    isWantedByScan =
        isWantedByScan && scan.cell(name, nameOffset, nameLength, value, valueOffset, valueLength);
    isWantedByBuilder =
        isWantedByBuilder
            && builder.cell(name, nameOffset, nameLength, value, valueOffset, valueLength);
    return isWantedByScan || isWantedByBuilder;
  }

  @Override
  public final boolean noCell(byte[] name, int nameOffset, int nameLength) {
    isWantedByScan = isWantedByScan && scan.noCell(name, nameOffset, nameLength);
    isWantedByBuilder = isWantedByBuilder && builder.noCell(name, nameOffset, nameLength);
    return isWantedByScan || isWantedByBuilder;
  }

  @Override
  public void endRow() {
    scan.endRow();
    builder.endRow();
  }

  @Override
  public final void abandonRow() {
    scan.abandonRow();
    builder.abandonRow();
  }

  @Override
  public final boolean takesRuns() {
    return scan.takesRuns();
  }

  @Override
  public void run(CellRun run) {
    scan.run(run);
    builder.run(run);
  }
}
