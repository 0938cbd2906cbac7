package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import java.io.IOException;
import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeys;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.ColumnMemory;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.RowKeyCursor;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.RowPlaces;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.ValuedStretch;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.ValuesInBatch;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneMap;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.row.DecodedColumns;

/**
 * Adds rows of one family from the memory of columns, and has the rows recorded that are not there.
 * While rows are added the family stands where it left its file. Then it is moved to the first row
 * that is not known or not clean. Not thread-safe.
 *
 * <p>Values are used for a scan that sees all cells of the file, and were decoded for a scan that
 * saw them all. So a row that no other file or memory has a cell of is the same for both.
 */
public final class ColumnReplay {
  /** Keys that are passed before a row is looked for. */
  private static final int NEAR_KEYS = 8;

  private final ColumnMemory memory;
  private final FamilyRows family;
  private final byte[] startRow;
  private final DecodedColumns columns;
  private final ColumnRecorder recorder;
  private final ValuesInBatch values;

  private WalkedFile file;
  private boolean isFileVisible;
  private long askedBefore;

  /** Null as long as nothing is known of the file. */
  private ZoneMap<ValuedStretch> known;

  /** Blocks that were read when the family's row was looked for last. */
  private long blocksSeen;

  /** The family stands at a row that may be known, whatever blocks were read. */
  private boolean isNear;

  /** The row from which on rows may be known again; null if none is in sight. */
  private byte[] dueRow;

  private boolean isOn;

  /** The stretch whose values are at hand; null for none. */
  private ValuedStretch stretch;

  /** Its keys; stands at {@link #end}, or before it where that is the end of the stretch. */
  private RowKeyCursor keys;

  /** The next row of the stretch, and the one before which the scan or the patch has a say. */
  private int row;

  private int end;

  /** Row behind all that may be added; null for none. */
  private byte[] limit;

  /**
   * @param family of all rows
   */
  ColumnReplay(ColumnMemory memory, FamilyRows family, byte[] startRow, DecodedColumns columns) {
    this.memory = memory;
    this.family = family;
    this.startRow = startRow;
    this.columns = columns;
    this.recorder = new ColumnRecorder(memory, family, columns);
    this.values = new ValuesInBatch(columns);
  }

  /** Whether the next rows are those of a stretch, and the family stands before them. */
  public boolean isOn() {
    return isOn;
  }

  /** Records the rows that are read. */
  public ColumnRecorder recorder() {
    return recorder;
  }

  /** Whether {@link #enter} may find the row at which the family stands. */
  public boolean isDue() {
    return family.hasRow()
        && (isNear
            || columns.areGroups()
            || family.blocksRead() != blocksSeen
            || recorder.isAtEnd()
            || dueRow != null && family.compareTo(dueRow, dueRow.length) >= 0);
  }

  /**
   * Looks for the row at which the family stands. If it is not known, it and those behind it are
   * recorded from here on, or go on to be. To be called where {@link #isDue}, and where the patch
   * has no row at or before that one.
   *
   * @param before row behind that one up to which rows may be added; null for none
   * @return whether {@link #add} comes next
   */
  public boolean enter(byte[] before) {
    byte[] at = new byte[family.rowLength()];
    family.copyRow(at);
    blocksSeen = family.blocksRead();
    dueRow = null;
    openFile();
    if (!isFileVisible) {
      return false;
    }
    if (recorder.isAtEnd()) {
      recorder.finish(at);
    }
    limit = before;
    if (isNext(at)) {
      return enterAtKey();
    }
    ValuedStretch found = find(at);
    isNear = found != null;
    if (found == null || found != stretch && !values.take(found)) {
      record(at, found);
      return false;
    }
    recorder.finish(at);
    take(found);
    keys.seek(at, at.length);
    return !keys.isAtEnd() && keys.compareTo(at, at.length) == 0 && enterAtKey();
  }

  /** Whether a row comes next among the keys of the stretch at hand, perhaps behind another one. */
  private boolean isNext(byte[] at) {
    if (!isNear || stretch == null || recorder.isOn()) {
      return false;
    }
    for (int passed = 0; passed < NEAR_KEYS && !keys.isAtEnd(); passed++) {
      int difference = keys.compareTo(at, at.length);
      if (difference >= 0) {
        return difference == 0;
      }
      keys.next();
    }
    return false;
  }

  private boolean enterAtKey() {
    row = keys.place();
    findEnd();
    isOn = row < end && values.nextGap(row, end) > row;
    return isOn;
  }

  private void openFile() {
    if (file != family.file()) {
      recorder.finish(null);
      file = family.file();
      stretch = null;
      isFileVisible = family.isFileVisible();
      known = null;
      askedBefore = isFileVisible ? memory.ask(file.path, columns.all(), startRow) : -1;
    }
  }

  private ValuedStretch find(byte[] at) {
    if (known == null) {
      known = memory.find(file.path);
    }
    return known == null ? null : known.at(at);
  }

  /** Begins to record, unless it goes on; {@code found} has the row without some of the columns. */
  private void record(byte[] at, ValuedStretch found) {
    isNear = false;
    if (askedBefore < 0 || recorder.isOn()) {
      return;
    }
    if (found == null) {
      ValuedStretch next = known == null ? null : known.firstBehind(at);
      byte[] until = next == null ? null : next.first();
      recorder.start(at, until, true, askedBefore);
    } else if (Arrays.equals(found.first(), at)) {
      recorder.start(at, found.end(), false, askedBefore);
    } else {
      dueRow = found.end();
    }
  }

  private void take(ValuedStretch next) {
    stretch = next;
    keys = next.newKeys();
  }

  private void findEnd() {
    if (limit == null || !stretch.reaches(limit)) {
      end = stretch.count();
    } else {
      keys.seek(limit, limit.length);
      end = keys.place();
    }
  }

  /**
   * Adds rows to a batch that is not full.
   *
   * @return true if {@link #lastRow} is the last of them. If false, none is known, and {@link
   *     #passOver} or {@link #leave} must follow
   */
  public boolean add(ColumnBatch batch) {
    while (true) {
      int count = values.nextGap(row, end) - row;
      if (count > 0) {
        row += values.addTo(batch, row, count);
        endStretch(batch);
        return true;
      }
      if (row < stretch.count() || !goOn()) {
        return false;
      }
    }
  }

  private void endStretch(ColumnBatch batch) {
    if (row == stretch.count()) {
      values.endOfStretch(batch);
    }
  }

  /** Goes to the stretch that begins where this one ends, if there is one. */
  private boolean goOn() {
    byte[] first = stretch.end();
    if (first == null || limit != null && Arrays.compareUnsigned(first, limit) > 0) {
      return false;
    }
    ValuedStretch next = known.at(first);
    if (next == null || !Arrays.equals(next.first(), first) || !values.take(next)) {
      return false;
    }
    take(next);
    row = 0;
    findEnd();
    return true;
  }

  /** Whether the row before which rows may be added comes next, or one of the stretch behind it. */
  public boolean isAtLimit() {
    return row == end && row < stretch.count();
  }

  /**
   * Passes over a row at the limit, which was added to the batch from elsewhere.
   *
   * @param before row behind that one up to which rows may be added; null for none
   */
  public void passOver(ColumnBatch batch, byte[] passed, byte[] before) {
    if (keys.compareTo(passed, passed.length) == 0) {
      keys.next();
      row++;
      endStretch(batch);
    }
    limit = before;
    findEnd();
  }

  /** Moves the family to the next row. */
  public void leave() throws IOException {
    isOn = false;
    isNear = true;
    if (row == stretch.count()) {
      family.skipTo(stretch.end() == null ? RowKeys.after(lastRow()) : stretch.end());
    } else if (stretch.places() == null) {
      family.skipTo(keys.copyKey(row));
    } else {
      RowPlaces places = stretch.places();
      family.skipTo(keys.copyKey(row), places.block(row), places.position(row));
    }
  }

  /** The last row that {@link #add} has added. */
  public byte[] lastRow() {
    return keys.copyKey(row - 1);
  }

  /** Gives memory back; nothing is recorded any more. */
  public void close() {
    recorder.close();
  }

  /** Rows that were added so far, those that a range left out among them. */
  public long addedRows() {
    return values.addedRows();
  }
}
