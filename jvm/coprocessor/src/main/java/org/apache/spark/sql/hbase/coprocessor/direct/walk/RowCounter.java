package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import java.util.Arrays;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.CountedStretch;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneMap;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneMaps;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;

/**
 * Counts the rows of one family for scans that want nothing but their number. It knows stretches
 * that an earlier scan counted, and remembers the stretches whose rows this scan reads one after
 * the other. Not thread-safe.
 *
 * <p>Each row of a stretch has a Put that no tag hides and no marker of the file deletes. The scan
 * that counts the file, and a scan that uses the number, see all its cells. None of them is behind
 * the read point of either, or has reached the end of its life. So the row is there for both,
 * unless the patch has cells of it: no stretch with such a row is counted or used.
 */
public final class RowCounter {
  /** A stretch is so large, to the end of a block, that a batch takes about as many. */
  private static final int STRETCHES_IN_BATCH = 16;

  private final ZoneMaps maps;
  private final FamilyRows family;

  private WalkedFile file;
  private boolean isFileVisible;
  private ZoneMaps.Key<CountedStretch> key;

  /** Null as long as nothing is known of the file. */
  private ZoneMap<CountedStretch> known;

  /** Blocks that were read when a row was looked at last. */
  private long blocksSeen;

  /** The next row is that behind a stretch which was used. */
  private boolean isBehindStretch;

  /** First row of the stretch that is counted, null if none is. */
  private byte[] first;

  private int rows;
  private int blocks;

  /** Row at or behind which no known row is added; null for none. */
  private byte[] limit;

  private byte[] lastRow;
  private byte[] nextRow;

  /** The stretch that begins there, and is known; null for none. */
  private CountedStretch next;

  private long skippedBlocks;

  /**
   * @param family of all rows
   */
  RowCounter(ZoneMaps maps, FamilyRows family) {
    this.maps = maps;
    this.family = family;
  }

  /** Whether the row at which the family stands may be the first one of a stretch. */
  public boolean isDue() {
    return family.hasRow() && (family.blocksRead() != blocksSeen || isBehindStretch);
  }

  /**
   * Adds the rows of stretches from the row on at which the family stands, until the batch is full.
   * A batch takes all of a stretch. To be called where {@link #isDue}, and where the patch has no
   * row at or before that one.
   *
   * @param limit row behind that one up to which rows may be added; null for none
   * @param readRow the row that was read last, of which {@code readLength} bytes count
   * @return true if there are any, the last of which is {@link #lastRow}. Then the family has to go
   *     on at {@link #nextRow}, unless {@link #isOn}; else its row is to be read
   */
  public boolean addKnown(ColumnBatch batch, byte[] limit, byte[] readRow, int readLength) {
    byte[] row = family.copyRow();
    long blocksRead = family.blocksRead() - blocksSeen;
    boolean isFirstOfBlock = isBehindStretch || family.isBlockNext();
    blocksSeen = family.blocksRead();
    openFile();
    this.limit = limit;
    boolean isKnown = isFileVisible && find(row) != null;
    if (isKnown) {
      // The first block was read, to stand at its first row.
      skippedBlocks--;
      addMore(batch);
    }
    if (!isFirstOfBlock || !isFileVisible) {
      first = null;
    } else if (isKnown || first == null || rows >= batch.capacity() / STRETCHES_IN_BATCH) {
      endStretch(row, blocksRead, Arrays.copyOf(readRow, readLength));
      first = isKnown ? null : row;
    } else {
      blocks += (int) blocksRead;
    }
    isBehindStretch = isKnown;
    return isKnown;
  }

  /**
   * Whether the rows at {@link #nextRow} are known too, so that the family may stay before them.
   */
  public boolean isOn() {
    return next != null;
  }

  /**
   * Adds the rows of further stretches to a batch that is not full. To be called where {@link
   * #isOn}; then the same holds as after {@link #addKnown}.
   */
  public void addMore(ColumnBatch batch) {
    do {
      skippedBlocks += next.blocks();
      batch.addRows(next.rows());
      lastRow = next.last();
      nextRow = next.end();
    } while (find(nextRow) != null && !batch.isFull());
  }

  private void openFile() {
    if (file != family.file()) {
      interrupt();
      file = family.file();
      isFileVisible = family.isFileVisible();
      key = ZoneMaps.Key.ofRows(file.path);
      known = maps.find(key);
    }
  }

  /** The stretch from {@code row} on, if it is known and may be added. */
  private CountedStretch find(byte[] row) {
    if (known == null) {
      known = maps.find(key);
    }
    CountedStretch stretch = known == null ? null : known.at(row);
    boolean isUsable =
        stretch != null
            && Arrays.equals(stretch.first(), row)
            && (limit == null || Arrays.compareUnsigned(stretch.end(), limit) <= 0);
    next = isUsable ? stretch : null;
    return next;
  }

  /** Ends the stretch that is counted, if one is, before a row that begins in the last block. */
  private void endStretch(byte[] end, long blocksRead, byte[] last) {
    if (first != null && rows > 0) {
      maps.add(key, new CountedStretch(first, last, end, rows, blocks + (int) blocksRead - 1));
    }
    rows = 0;
    blocks = 1;
  }

  /** The row at which the family stood was read from its file alone. */
  public void rowRead() {
    rows++;
  }

  /** The stretch that is counted has a row that is not read from the file alone: forgets it. */
  public void interrupt() {
    first = null;
    isBehindStretch = false;
    next = null;
  }

  /** The last row that was added. */
  public byte[] lastRow() {
    return lastRow;
  }

  /** The row behind those that were added. */
  public byte[] nextRow() {
    return nextRow;
  }

  /** Blocks of the stretches that were counted, without those that were read. */
  public long skippedBlocks() {
    return skippedBlocks;
  }
}
