package org.apache.spark.sql.hbase.coprocessor.direct.columns;

import java.util.Arrays;

/**
 * The places in the blocks of a store file at which the rows of a stretch begin. Of a row whose
 * place is not known it is that of a row before it. Immutable.
 */
public final class RowPlaces {
  /** The offsets in the file of the blocks. */
  private final long[] blocks;

  /** The first row of each block. */
  private final int[] firstRows;

  /** Behind the start of the block. */
  private final PackedNumbers positions;

  private RowPlaces(long[] blocks, int[] firstRows, PackedNumbers positions) {
    this.blocks = blocks;
    this.firstRows = firstRows;
    this.positions = positions;
  }

  /** Collects places in their order. Not thread-safe. */
  static final class Builder {
    private long[] blocks = new long[16];
    private int[] firstRows = new int[16];
    private int blockCount;
    private long[] positions = new long[1 << 10];
    private int count;
    private long block;
    private int position;
    private boolean isKnown = true;

    /**
     * A row begins there; it is not added.
     *
     * @param blockOffset in the file; negative if it is not known
     */
    void standAt(long blockOffset, int positionInBlock) {
      isKnown &= blockOffset >= 0;
      block = blockOffset;
      position = positionInBlock;
    }

    /** Adds a row with the place that was told last. */
    void add() {
      if (blockCount == 0 || blocks[blockCount - 1] != block) {
        if (blockCount == blocks.length) {
          blocks = Arrays.copyOf(blocks, 2 * blockCount);
          firstRows = Arrays.copyOf(firstRows, 2 * blockCount);
        }
        blocks[blockCount] = block;
        firstRows[blockCount++] = count;
      }
      if (count == positions.length) {
        positions = Arrays.copyOf(positions, 2 * count);
      }
      positions[count++] = position;
    }

    /** Forgets all places and keeps its arrays. */
    void reset() {
      blockCount = 0;
      count = 0;
      isKnown = true;
    }

    /** Null if some place is not known. */
    RowPlaces build() {
      return isKnown
          ? new RowPlaces(
              Arrays.copyOf(blocks, blockCount),
              Arrays.copyOf(firstRows, blockCount),
              new PackedNumbers(positions, count))
          : null;
    }
  }

  /** The offset in the file of the block in which a row begins, or one before it. */
  public long block(int row) {
    int found = Arrays.binarySearch(firstRows, row);
    return blocks[found >= 0 ? found : -found - 2];
  }

  /** The bytes of that block in front of the row. */
  public int position(int row) {
    return (int) positions.get(row);
  }

  /** Memory that it takes. */
  int heldBytes() {
    return 2 * PackedNumbers.OBJECT_BYTES
        + blocks.length * (Long.BYTES + Integer.BYTES)
        + positions.heldBytes();
  }
}
