package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Follows {@link FamilyRows} from file to file and from block to block. It asks the zones of each
 * file how far rows are rejected, and has them learn what they do not know. Not thread-safe.
 */
final class FamilyZones {
  /** A place behind all rows: no row key is empty. */
  static final byte[] NO_ROW = {};

  /** Rejected blocks in a row that are read at most, so that the rows around them stay together. */
  private static final int MOST_BRIDGED_BLOCKS = 8;

  private final List<WalkedFile> files;
  private final Function<WalkedFile, FileZones> zonesOfFiles;
  private final long readPoint;
  private WalkedFile file;

  /** The zones of the file, null if no column in it has a range. */
  private FileZones zones;

  private FileZones learner;

  /** Bytes of the block. */
  private int blockBytes;

  /** Whether the block was loaded because the one before it was at its end. */
  private boolean isBlockNext;

  private boolean isDue;
  private long skippedBlocks;

  /** Rejected blocks that may still be read: never more than there were accepted ones. */
  private int spareBlocks;

  /** Row up to which rejected blocks are read; null for none. */
  private byte[] bridgeEnd;

  /**
   * @param files in the order of their rows
   * @param zonesOfFiles gives the zones of each, null if there is no use of them
   */
  FamilyZones(
      List<WalkedFile> files, Function<WalkedFile, FileZones> zonesOfFiles, long readPoint) {
    this.files = files;
    this.zonesOfFiles = zonesOfFiles;
    this.readPoint = readPoint;
  }

  /** Is to be told of every Put that is passed; null if nothing is learned. */
  FileZones learner() {
    return learner;
  }

  /** Another file begins, or rows of the same one were passed over. */
  void moveTo(WalkedFile next) {
    interrupt();
    if (next != file) {
      file = next;
      zones = zonesOfFiles.apply(file);
    }
  }

  /** Cells are passed over, so that the zone in which they lie is not learned. */
  void interrupt() {
    if (learner != null) {
      learner.interrupt();
      learner = null;
    }
    isBlockNext = false;
    isDue = zones != null;
  }

  /**
   * @param isNext the cells of the file up to this block were passed one by one
   */
  void blockLoaded(int bytes, boolean isNext) {
    blockBytes = bytes;
    isBlockNext = isNext;
    isDue = zones != null;
    if (learner != null) {
      learner.blockLoaded(bytes);
    }
  }

  void endOfFile() {
    if (learner != null) {
      learner.endOfFile();
    }
  }

  /** Whether {@link #rejectedUntil} may know more than at the row before. */
  boolean isDue() {
    return isDue;
  }

  /**
   * Says where rows begin again that the ranges might accept, if they reject those from here on.
   *
   * @param row the next one of the family
   * @param limit row behind it at which this may stop; null for none
   * @param isRecorded the rows are recorded: few rejected blocks among others are as accepted ones
   * @return null if the row is to be read, {@link #NO_ROW} if none is
   */
  byte[] rejectedUntil(byte[] row, byte[] limit, boolean isRecorded) {
    isDue = false;
    if (isRecorded && bridgeEnd != null && Arrays.compareUnsigned(row, bridgeEnd) < 0) {
      return accept(row);
    }
    FileZones.Rejected rejected = zones.rejectedFrom(row, limit);
    if (rejected == null) {
      spareBlocks = Math.min(spareBlocks + 1, MOST_BRIDGED_BLOCKS);
      return accept(row);
    }
    if (isRecorded && isBridged(rejected)) {
      return accept(row);
    }
    zones.endBefore(row);
    skippedBlocks += rejected.unreadBlocks();
    return rejected.end() == null ? firstRowBehindFile(limit) : rejected.end();
  }

  /**
   * Whether these rows are read although they are rejected. Else each query would go from one
   * stretch of few rows to the next.
   */
  private boolean isBridged(FileZones.Rejected rejected) {
    if (rejected.blocks() > spareBlocks) {
      return false;
    }
    spareBlocks -= rejected.blocks();
    bridgeEnd = rejected.end();
    return true;
  }

  private byte[] accept(byte[] row) {
    boolean mayLearn = learner != null || isBlockNext && file.showsAllCells(readPoint);
    learner = mayLearn && zones.rowBegins(row, blockBytes) ? zones : null;
    return null;
  }

  private byte[] firstRowBehindFile(byte[] limit) {
    int next = files.indexOf(file) + 1;
    byte[] row = next < files.size() ? files.get(next).firstRow() : limit;
    if (row == null) {
      return NO_ROW;
    }
    return limit == null || Arrays.compareUnsigned(row, limit) < 0 ? row : limit;
  }

  /** Blocks that were not read, as far as the zones that were passed over know. */
  long skippedBlocks() {
    return skippedBlocks;
  }
}
