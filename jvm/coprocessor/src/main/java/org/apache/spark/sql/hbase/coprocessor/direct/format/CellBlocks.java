package org.apache.spark.sql.hbase.coprocessor.direct.format;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.CorruptHFileException;

/**
 * The cells of one store file in arrays, one block after the other, in the format that {@link
 * CellFormat} describes. Not thread-safe.
 */
public abstract class CellBlocks {
  private static final int MOST_BETWEEN = 1 << 20;

  /** The cells of the block are {@code bytes[start..end)}, never none. */
  public byte[] bytes = {};

  public int start;
  public int end;

  /** The offset in the file of the block with the cells; negative if they are not those of one. */
  public long blockOffset = -1;

  /** The offset of what follows the block in the file; negative if it is not known. */
  public long nextOffset = -1;

  /** Blocks that the last seek has asked HBase for, without the one here. */
  public int readsBesides;

  /** About as many blocks of cells as the last seek has passed over. */
  public int passedBlocks;

  /** Cells have tags, possibly of length 0. */
  public final boolean hasTags;

  /** Cells end with a number that says when they were written. */
  public final boolean hasSequenceIds;

  private final Path path;

  CellBlocks(Path path, boolean hasTags, boolean hasSequenceIds) {
    this.path = path;
    this.hasTags = hasTags;
    this.hasSequenceIds = hasSequenceIds;
  }

  /** Loads the first block of the file; false if it shows no cell. */
  public abstract boolean first() throws IOException;

  /** The result of {@link #seek}. */
  public enum Sought {
    /** There are no such cells, nor later ones. */
    NOTHING,
    /** It is the block that was there before, with its cells where they were. */
    SAME_BLOCK,
    OTHER_BLOCK
  }

  /**
   * Loads a block that does not begin behind the first cell of {@code row}, if there is one. Counts
   * the blocks that it has read and passed over.
   */
  public abstract Sought seek(byte[] row) throws IOException;

  /**
   * About as many blocks as lie between one and another one further on.
   *
   * @param offset of the first one
   * @param size that it takes in the file
   * @param found offset of the other one
   */
  static int blocksBetween(long offset, long size, long found) {
    return (int) Math.max(0, Math.min(MOST_BETWEEN, (found - offset - size) / size));
  }

  /** Loads the next block; false at the end of the file. */
  public abstract boolean next() throws IOException;

  /**
   * Returns the end of the cell at {@code at}.
   *
   * @throws CorruptHFileException if the cell reaches out of the block
   */
  public final int cellEnd(int at) throws IOException {
    long lengths = (long) CellFormat.LONG.get(bytes, at);
    int keyLength = (int) (lengths >>> 32);
    int valueLength = (int) lengths;
    int next = at + CellFormat.LENGTHS_BYTES + keyLength + valueLength;
    if ((keyLength | valueLength) < 0 || next > end || next < at) {
      throw corrupt("a cell is longer than the block");
    }
    if (hasTags) {
      next += Short.BYTES + ((short) CellFormat.SHORT.get(bytes, next) & 0xFFFF);
    }
    if (hasSequenceIds) {
      byte first = bytes[next++];
      next += first >= SequenceIds.LEAST_IN_ONE_BYTE ? 0 : SequenceIds.bytesBehind(first);
    }
    return next;
  }

  /** Returns the sequence number of a cell whose value ends there; 0 where the file has none. */
  public final long sequenceId(int valueEnd) {
    if (!hasSequenceIds) {
      return 0;
    }
    int at = valueEnd;
    if (hasTags) {
      at += Short.BYTES + ((short) CellFormat.SHORT.get(bytes, valueEnd) & 0xFFFF);
    }
    byte first = bytes[at];
    return first >= SequenceIds.LEAST_IN_ONE_BYTE ? first : SequenceIds.read(bytes, at + 1, first);
  }

  /** The block cannot be what HBase wrote; its checksum was right or was not verified. */
  public CorruptHFileException corrupt(String why) {
    return new CorruptHFileException("a block of " + path + ": " + why);
  }
}
