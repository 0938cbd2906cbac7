package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.KEY_TAIL_BYTES;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.LONG;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.PUT;

import java.util.Arrays;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;

/**
 * All visible cells of one dirty row, copied behind each other and put in HBase's order. They are
 * Puts, and markers that delete others. So they say what the scanner shows of each column, and
 * whether it shows the row.
 *
 * <p>Cells come in runs that are in order among themselves, and all runs of one family before those
 * of the next. Nothing is allocated per row or cell. Not thread-safe.
 */
public final class MergedRow {
  /** Rows of more cells, or of more bytes, are left to the scanner, which reads them in pieces. */
  static final int MAX_CELLS = 1_000;

  static final int MAX_BYTES = 4 << 20;

  /** Per cell: name, timestamp, type, value. */
  private byte[] bytes = new byte[4 << 10];

  private int usedBytes;

  /** Per cell, as they came; one entry more than cells. */
  private final int[] starts = new int[MAX_CELLS + 1];

  private final int[] nameLengths = new int[MAX_CELLS];
  private final long[] sequenceIds = new long[MAX_CELLS];
  private int cellCount;

  /** Cells in HBase's order, without those of the run that is being added. */
  private int[] order = new int[MAX_CELLS];

  private int[] spare = new int[MAX_CELLS];

  /** First cell of the run that is being added. */
  private int runStart;

  /** Place in the order, and number, of the first cell of the family that is being added. */
  private int familyStart;

  /** Per column with a cell that decides: the Put that is shown, or the marker that hides all. */
  private final int[] deciding = new int[MAX_CELLS];

  private int decidingCount;

  /** The number of them in families before. */
  private int familyDeciding;

  private final DeleteMarkers markers = new DeleteMarkers();

  private boolean isPlain;
  private long minTimestamp;

  public void clear() {
    usedBytes = 0;
    cellCount = 0;
    runStart = 0;
    familyStart = 0;
    decidingCount = 0;
    familyDeciding = 0;
    isPlain = true;
    minTimestamp = Long.MAX_VALUE;
  }

  /** The row is left to the scanner: it has a cell that is not simply visible. */
  void setUnusual() {
    isPlain = false;
  }

  public boolean isPlain() {
    return isPlain;
  }

  /**
   * Whether the scanner shows the row. To be called if it is plain, behind its last family or
   * {@link #feedAlone}.
   */
  public boolean isVisible() {
    for (int i = 0; i < decidingCount; i++) {
      if (type(deciding[i]) == PUT) {
        return true;
      }
    }
    return false;
  }

  private byte type(int cell) {
    return bytes[starts[cell] + nameLengths[cell] + Long.BYTES];
  }

  private long timestamp(int cell) {
    return (long) LONG.get(bytes, starts[cell] + nameLengths[cell]);
  }

  /** Whether there are cells, and all are newer than that time. */
  public boolean isNewerThan(long timestamp) {
    return cellCount > 0 && minTimestamp > timestamp;
  }

  /**
   * Adds a Put or a marker to the run.
   *
   * @param name where the name begins, behind which lie timestamp, type and value
   */
  void add(byte[] from, int name, int nameLength, int valueLength, long sequenceId) {
    int length = nameLength + KEY_TAIL_BYTES + valueLength;
    if (reserve(length)) {
      System.arraycopy(from, name, bytes, usedBytes, length);
      addReserved(nameLength, length, sequenceId);
    }
  }

  /** Adds a Put or a marker to the run. */
  void add(ExtendedCell cell) {
    int nameLength = 1 + cell.getFamilyLength() + cell.getQualifierLength();
    int length = nameLength + KEY_TAIL_BYTES + cell.getValueLength();
    if (reserve(length)) {
      int at = usedBytes;
      bytes[at++] = cell.getFamilyLength();
      at = CellUtil.copyFamilyTo(cell, bytes, at);
      at = CellUtil.copyQualifierTo(cell, bytes, at);
      at = Bytes.putLong(bytes, at, cell.getTimestamp());
      bytes[at++] = cell.getType().getCode();
      CellUtil.copyValueTo(cell, bytes, at);
      addReserved(nameLength, length, cell.getSequenceId());
    }
  }

  private boolean reserve(int length) {
    if (cellCount == MAX_CELLS || length < 0 || length > MAX_BYTES - usedBytes) {
      isPlain = false;
    } else if (usedBytes + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(usedBytes + length, 2 * bytes.length));
    }
    return isPlain;
  }

  private void addReserved(int nameLength, int length, long sequenceId) {
    minTimestamp = Math.min(minTimestamp, (long) LONG.get(bytes, usedBytes + nameLength));
    starts[cellCount] = usedBytes;
    nameLengths[cellCount] = nameLength;
    sequenceIds[cellCount] = sequenceId;
    usedBytes += length;
    starts[++cellCount] = usedBytes;
  }

  /** The cells of the run have come: they are merged with those of the family. */
  public void endRun() {
    if (!isPlain) {
      return;
    }
    int left = familyStart;
    int right = runStart;
    int to = familyStart;
    while (left < runStart && right < cellCount) {
      int compared = compare(order[left], right);
      // Of two cells that differ in nothing but their value, the file decides.
      isPlain &= compared != 0;
      spare[to++] = compared < 0 ? order[left++] : right++;
    }
    while (left < runStart) {
      spare[to++] = order[left++];
    }
    while (right < cellCount) {
      spare[to++] = right++;
    }
    System.arraycopy(order, 0, spare, 0, familyStart);
    int[] merged = spare;
    spare = order;
    order = merged;
    runStart = cellCount;
  }

  /** The runs of the family have come. */
  public void endFamily() {
    if (isPlain) {
      decide();
    }
    familyStart = cellCount;
    familyDeciding = decidingCount;
  }

  /** Finds the cells of the family that decide, among those that have come. */
  private void decide() {
    markers.clear();
    decidingCount = familyDeciding;
    for (int i = familyStart; i < cellCount; i++) {
      int cell = order[i];
      boolean isDecided =
          decidingCount > familyDeciding && hasNameOf(cell, deciding[decidingCount - 1]);
      // A marker of the family may stand behind a Put of the column without a name.
      if (decides(cell) && !isDecided) {
        deciding[decidingCount++] = cell;
      }
    }
  }

  /** Whether a cell, which comes behind the markers, is shown or hides all behind it. */
  private boolean decides(int cell) {
    byte type = type(cell);
    if (type == PUT) {
      return !markers.isDeleted(bytes, starts[cell], nameLengths[cell], timestamp(cell));
    }
    markers.add(bytes, starts[cell], nameLengths[cell], type, timestamp(cell));
    return CellFormat.deletesColumn(type);
  }

  /**
   * HBase's order of two cells of one row and family: column, newest first, markers before Puts,
   * latest write first.
   */
  private int compare(int a, int b) {
    int endOfA = starts[a] + nameLengths[a];
    int endOfB = starts[b] + nameLengths[b];
    int compared = Arrays.compareUnsigned(bytes, starts[a], endOfA, bytes, starts[b], endOfB);
    if (compared == 0) {
      compared = Long.compare((long) LONG.get(bytes, endOfB), (long) LONG.get(bytes, endOfA));
    }
    if (compared == 0) {
      compared = Byte.compareUnsigned(type(b), type(a));
    }
    return compared != 0 ? compared : Long.compare(sequenceIds[b], sequenceIds[a]);
  }

  /** Gives the row, which is visible, to a decoder. */
  public void feed(RowDecoder decoder, byte[] row, int length) {
    feedCells(decoder, row, length);
    decoder.endRow();
  }

  /**
   * Gives the row to a decoder, if these cells of its one family say all that this wants of it.
   * They are newer than all others. A row that is not {@link #isVisible} is not given to it.
   *
   * @return false if others may be needed: then the decoder does not have the row
   */
  public boolean feedAlone(RowDecoder decoder, byte[] row, int length) {
    decide();
    boolean isWhole = markers.isFamilyDeleted();
    if (!isVisible()) {
      return isWhole;
    }
    boolean isWanted = feedCells(decoder, row, length);
    if (isWanted && !isWhole) {
      decoder.abandonRow();
      return false;
    }
    decoder.endRow();
    return true;
  }

  /** Returns whether the decoder wants further cells. */
  private boolean feedCells(RowDecoder decoder, byte[] row, int length) {
    boolean isWanted = decoder.beginRow(row, 0, length);
    for (int i = 0; isWanted && i < decidingCount; i++) {
      int cell = deciding[i];
      int start = starts[cell];
      int value = start + nameLengths[cell] + KEY_TAIL_BYTES;
      isWanted =
          type(cell) == PUT
              ? decoder.cell(
                  bytes, start, nameLengths[cell], bytes, value, starts[cell + 1] - value)
              : decoder.noCell(bytes, start, nameLengths[cell]);
    }
    return isWanted;
  }

  private boolean hasNameOf(int a, int b) {
    int length = nameLengths[a];
    return length == nameLengths[b]
        && Arrays.equals(
            bytes, starts[a], starts[a] + length, bytes, starts[b], starts[b] + length);
  }
}
