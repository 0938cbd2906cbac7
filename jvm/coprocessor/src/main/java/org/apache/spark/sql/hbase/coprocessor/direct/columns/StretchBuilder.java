package org.apache.spark.sql.hbase.coprocessor.direct.columns;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.hbase.codec.chunk.ChunkFormat;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.row.CellRun;
import org.apache.spark.sql.hbase.engine.row.DecodedColumns;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;
import org.apache.spark.sql.hbase.engine.row.StoredColumn;

/**
 * Makes a stretch of the rows that it is told of, one after the other. Its own decoder leaves out
 * no row. Rows that do not decode are gaps, and so are rows that the table does not have.
 *
 * <p>A group of a columnar table is a stretch by itself, and is left out if it does not decode or
 * has no rows. Not thread-safe.
 */
public final class StretchBuilder implements RowDecoder {
  /** Rows of a stretch, about: they fit into a batch. */
  public static final int ROWS = 1_024;

  /** Rows at which a stretch ends, whatever comes next. */
  private static final int MOST_ROWS = ROWS + ROWS / 4;

  /** Rows of a stretch to which rows of other files were added. */
  private static final int MOST_ROWS_MERGED = 4 * ROWS;

  /** Bytes in texts after which a stretch ends, and bytes in row keys. */
  private static final int MAX_DATA_BYTES = 1 << 20;

  /** Bytes in texts of a stretch that must not end at them. */
  private static final int MOST_DATA_BYTES = 4 * MAX_DATA_BYTES;

  private final DecodedColumns columns;

  /** Rows of the table at which it ends, about. */
  private final int rows;

  private final ColumnBatch batch;
  private final RowDecoder decoder;
  private final RowKeyList.Builder keys = new RowKeyList.Builder();
  private final RowPlaces.Builder places = new RowPlaces.Builder();
  private final BitSet gaps = new BitSet(ROWS);

  private long blockOfRuns;
  private int rowsOfRuns;

  private byte[] row;
  private int rowOffset;
  private int rowLength;

  /** The row that was begun does not decode. */
  private boolean isUndecodable;

  public StretchBuilder(DecodedColumns columns) {
    this.columns = columns;
    this.rows = columns.areGroups() ? ChunkFormat.MAX_ROWS : ROWS;
    this.batch = columns.newBatch(rows);
    this.decoder = columns.newDecoder(batch);
  }

  /** Begins another stretch. */
  public void reset() {
    batch.reset();
    keys.reset();
    places.reset();
    gaps.clear();
  }

  /** Whether it is to end with the rows that it has. */
  public boolean isFull() {
    return keys.count() >= (columns.areGroups() ? 1 : rows)
        || keys.bytes() >= MAX_DATA_BYTES
        || batch.dataBytes() >= MAX_DATA_BYTES;
  }

  /**
   * Whether it is to end even before a row of which nothing is known. Else such a row is the last
   * one of a full stretch, so that the next stretch begins where this one ends.
   */
  public boolean isOverfull() {
    return columns.areGroups()
        ? isFull()
        : keys.count() >= MOST_ROWS || keys.bytes() >= 2 * MAX_DATA_BYTES;
  }

  /** Whether it has to be given up if it cannot end. */
  public boolean isTooLarge() {
    return keys.count() >= MOST_ROWS_MERGED
        || keys.bytes() >= MOST_DATA_BYTES
        || batch.dataBytes() >= MOST_DATA_BYTES;
  }

  /** Memory that it takes, but for few large texts. */
  public long heldBytes() {
    return MAX_DATA_BYTES + batch.bytesFor(rows);
  }

  public boolean isEmpty() {
    return keys.count() == 0;
  }

  /**
   * Says where the next row begins. Of those of which nothing is said it is this place, too.
   *
   * @param blockOffset of its block in the file; negative if it is not known
   */
  public void standAt(long blockOffset, int positionInBlock) {
    places.standAt(blockOffset, positionInBlock);
  }

  /**
   * Says that the next row begins where a row of another stretch does, or behind it.
   *
   * @param others null if they are not known
   */
  public void standAt(RowPlaces others, int row) {
    if (others == null) {
      standAt(-1, 0);
    } else {
      standAt(others.block(row), others.position(row));
    }
  }

  /**
   * Says where the rows of the next run lie.
   *
   * @param blockOffset of their block in the file; negative if it is not known
   * @param firstRow place in their array of the row key in the first cell of the block
   */
  public void runsIn(long blockOffset, int firstRow) {
    blockOfRuns = blockOffset;
    rowsOfRuns = firstRow;
  }

  @Override
  public boolean wantsCells() {
    return decoder.wantsCells();
  }

  @Override
  public boolean beginRow(byte[] key, int offset, int length) {
    row = key;
    rowOffset = offset;
    rowLength = length;
    isUndecodable = false;
    try {
      return decoder.beginRow(key, offset, length);
    } catch (CodecException e) {
      isUndecodable = true;
      return false;
    }
  }

  @Override
  public boolean cell(
      byte[] name, int nameOffset, int nameLength, byte[] value, int valueOffset, int valueLength) {
    try {
      return decoder.cell(name, nameOffset, nameLength, value, valueOffset, valueLength);
    } catch (CodecException e) {
      isUndecodable = true;
      return false;
    }
  }

  @Override
  public boolean noCell(byte[] name, int nameOffset, int nameLength) {
    return decoder.noCell(name, nameOffset, nameLength);
  }

  @Override
  public void endRow() {
    int before = batch.rowCount();
    int undecodableBefore = batch.undecodableValues();
    if (!isUndecodable) {
      try {
        decoder.endRow();
      } catch (CodecException e) {
        isUndecodable = true;
      }
    }
    if (isUndecodable) {
      decoder.abandonRow();
    }
    if (batch.rowCount() == before) {
      addGap(row, rowOffset, rowLength);
      return;
    }
    if (batch.undecodableValues() > undecodableBefore) {
      gaps.set(before);
    }
    addKey(row, rowOffset, rowLength);
  }

  /**
   * Adds rows of another stretch, of which each value is known.
   *
   * @param values of its columns by their ordinals
   * @param from its keys, at the first of these rows; goes behind the last of them
   */
  void addRows(StretchValues[] values, RowPlaces placesOfThem, RowKeyCursor from, int count) {
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null) {
        values[i].appendTo(batch.columnOrPlaces(i), from.place(), count);
      }
    }
    batch.setRowCount(batch.rowCount() + count);
    for (int i = 0; i < count; i++) {
      standAt(placesOfThem, from.place());
      from.addTo(keys);
      places.add();
      from.next();
    }
  }

  private void addKey(byte[] key, int offset, int length) {
    keys.add(key, offset, length);
    places.add();
  }

  @Override
  public void abandonRow() {
    decoder.abandonRow();
  }

  @Override
  public boolean takesRuns() {
    return decoder.takesRuns();
  }

  @Override
  public void run(CellRun run) {
    int before = batch.rowCount();
    int undecodableBefore = batch.undecodableValues();
    int leftOutBefore = batch.rowsRead() - before;
    boolean isWhole = false;
    try {
      decoder.run(run);
      isWhole =
          batch.undecodableValues() == undecodableBefore
              && batch.rowsRead() - batch.rowCount() == leftOutBefore;
    } catch (CodecException e) {
      decoder.abandonRow();
    }
    if (isWhole) {
      for (int i = 0; i < run.count; i++) {
        standAt(blockOfRuns, run.rows[i] - rowsOfRuns);
        addKey(run.bytes, run.rows[i], run.rowLengths[i]);
      }
      return;
    }
    dropRows(before);
    for (int i = 0; i < run.count; i++) {
      standAt(blockOfRuns, run.rows[i] - rowsOfRuns);
      runRow(run, i);
    }
  }

  private void dropRows(int from) {
    batch.setRowCount(from);
    batch.dropUnfinishedRow();
  }

  /**
   * A row comes of which nothing is known, as one that is put together with other files.
   *
   * @return false if that cannot be a part of the stretch
   */
  public boolean skipRow(byte[] key, int length) {
    return addGap(key, 0, length);
  }

  private boolean addGap(byte[] key, int offset, int length) {
    if (columns.areGroups()) {
      return false;
    }
    gaps.set(batch.rowCount());
    for (int i = 0; i < batch.columnCount(); i++) {
      if (batch.column(i) != null) {
        batch.column(i).putNull();
      }
    }
    batch.setRowCount(batch.rowCount() + 1);
    addKey(key, offset, length);
    return true;
  }

  /**
   * Makes the stretch, of one row at least.
   *
   * @param end next row of the file, null if there is none
   */
  public ValuedStretch build(byte[] first, byte[] end) {
    Map<StoredColumn, StretchValues> values = new HashMap<>();
    for (int i = 0; i < batch.columnCount(); i++) {
      ColumnVector column = batch.column(i);
      if (column != null) {
        values.put(columns.stored(i), new StretchValues(column, batch.rowCount(), gaps));
      }
    }
    return new ValuedStretch(
        first, end, keys.build(), batch.rowCount(), places.build(), Map.copyOf(values));
  }
}
