package org.apache.spark.sql.hbase.engine.row;

import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.chunk.ChunkReader;

/**
 * Entries of a group in the order of their row keys: the rows of one chunk, or all overlay rows.
 * Holds copies of the rests of the row keys. Used again for the next group. Not thread-safe.
 */
final class GroupRun {
  /** Place of a row that is not in the batch. */
  static final int NO_PLACE = -1;

  private byte[] rests = new byte[256];

  /** Bytes of each rest, or {@link ChunkReader#VARIABLE}. */
  private int restWidth;

  /** The end of each rest in {@link #rests}, if rests differ in length. */
  private int[] ends = new int[16];

  private int count;
  private boolean isOverlay;
  private long loadId;

  /** The timestamp of the chunk, or of an overlay row. */
  private long timestamp;

  private long[] timestamps = new long[16];

  /** Batch row of the first row of the chunk, if all are in the batch. */
  private int place;

  /** Whether {@link #places} tells the batch row of each entry. */
  private boolean hasPlaces;

  private int[] places = new int[16];

  int count() {
    return count;
  }

  long loadId() {
    return loadId;
  }

  boolean isOverlay() {
    return isOverlay;
  }

  /**
   * Turns to the rows of a chunk.
   *
   * @param firstPlace batch row of the first, the others follow; or {@link #NO_PLACE}
   */
  void setChunk(ChunkReader chunk, long idOfLoad, int firstPlace) {
    isOverlay = false;
    hasPlaces = false;
    count = chunk.rowCount();
    loadId = idOfLoad;
    timestamp = chunk.timestamp();
    place = firstPlace;
    int from = chunk.restOffset(0);
    int to = chunk.restOffset(count - 1) + chunk.restLength(count - 1);
    restWidth = chunk.restWidth();
    reserve(restWidth == ChunkReader.VARIABLE ? count : 0, to - from);
    System.arraycopy(chunk.array(), from, rests, 0, to - from);
    for (int i = 0; restWidth == ChunkReader.VARIABLE && i < count; i++) {
      ends[i] = chunk.restOffset(i) + chunk.restLength(i) - from;
    }
  }

  /**
   * Says that of the chunk only some rows are in the batch, from its first place on.
   *
   * @param rows numbers of these rows in the chunk, ascending
   */
  void keep(int[] rows, int kept) {
    reserve(count, 0);
    Arrays.fill(places, 0, count, NO_PLACE);
    for (int i = 0; i < kept; i++) {
      places[rows[i]] = place + i;
    }
    hasPlaces = true;
  }

  /** Turns to overlay rows, of which there are none yet. */
  void setOverlay() {
    isOverlay = true;
    hasPlaces = true;
    count = 0;
    restWidth = ChunkReader.VARIABLE;
  }

  /**
   * Adds an overlay row behind the others.
   *
   * @param batchRow or {@link #NO_PLACE} if there is no such row
   */
  void addOverlay(byte[] bytes, int offset, int length, long time, int batchRow) {
    int start = count == 0 ? 0 : ends[count - 1];
    reserve(count + 1, start + length);
    System.arraycopy(bytes, offset, rests, start, length);
    ends[count] = start + length;
    timestamps[count] = time;
    places[count++] = batchRow;
  }

  private void reserve(int entries, int bytes) {
    if (entries > ends.length) {
      int grown = Math.max(entries, 2 * ends.length);
      ends = Arrays.copyOf(ends, grown);
      timestamps = Arrays.copyOf(timestamps, grown);
      places = Arrays.copyOf(places, grown);
    }
    if (bytes > rests.length) {
      rests = Arrays.copyOf(rests, Math.max(bytes, 2 * rests.length));
    }
  }

  private int start(int entry) {
    return restWidth != ChunkReader.VARIABLE ? entry * restWidth : entry == 0 ? 0 : ends[entry - 1];
  }

  private int end(int entry) {
    return restWidth != ChunkReader.VARIABLE ? (entry + 1) * restWidth : ends[entry];
  }

  long timestamp(int entry) {
    return isOverlay ? timestamps[entry] : timestamp;
  }

  int place(int entry) {
    return hasPlaces ? places[entry] : place == NO_PLACE ? NO_PLACE : place + entry;
  }

  int compare(int entry, GroupRun other, int otherEntry) {
    return Arrays.compareUnsigned(
        rests,
        start(entry),
        end(entry),
        other.rests,
        other.start(otherEntry),
        other.end(otherEntry));
  }

  /** Bytes of the longest rest, or more. */
  int longestRest() {
    int longest = Math.max(0, restWidth);
    for (int entry = 0; restWidth == ChunkReader.VARIABLE && entry < count; entry++) {
      longest = Math.max(longest, end(entry) - start(entry));
    }
    return longest;
  }

  /** Copies a rest; returns its length. */
  int copyRest(int entry, byte[] to, int at) {
    int length = end(entry) - start(entry);
    System.arraycopy(rests, start(entry), to, at, length);
    return length;
  }

  /**
   * Whether an entry counts and not the other one of the same row key: FORMAT.md, "Columnar
   * groups".
   */
  boolean isNewer(int entry, GroupRun other, int otherEntry) {
    long time = timestamp(entry);
    long otherTime = other.timestamp(otherEntry);
    if (time != otherTime) {
      return time > otherTime;
    }
    if (isOverlay || other.isOverlay) {
      return isOverlay;
    }
    return Long.compareUnsigned(loadId, other.loadId) > 0;
  }
}
