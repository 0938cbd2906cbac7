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
  private long skippedBlocksOfFiles;

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
      skippedBlocksOfFiles = skippedBlocks();
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
   * @return null if the row may be accepted, {@link #NO_ROW} if none is
   */
  byte[] rejectedUntil(byte[] row, byte[] limit) {
    isDue = false;
    FileZones.Outlook outlook = zones.rejectedUntil(row, limit);
    if (outlook != FileZones.Outlook.OPEN) {
      zones.endBefore(row);
      return outlook == FileZones.Outlook.REJECTED ? zones.nextRow() : firstRowBehindFile(limit);
    }
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
    return skippedBlocksOfFiles + (zones == null ? 0 : zones.skippedBlocks());
  }
}
