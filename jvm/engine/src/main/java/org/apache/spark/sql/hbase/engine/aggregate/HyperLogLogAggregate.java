package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import java.util.Collections;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.hash.RowHashes;

/**
 * {@code approx_count_distinct}: the registers of HyperLogLog++ as Spark packs them, ten of 6 bits
 * in each BIGINT from the low bits on; all 0 at first. A value's first {@code indexBits} hash bits
 * choose its register, which keeps the largest position of the first 1 among the other bits.
 */
public final class HyperLogLogAggregate extends FixedStateAggregate {
  static final int MIN_INDEX_BITS = 4;

  /** 3277 words: a state must stay below the columns that a sub-plan may have. */
  static final int MAX_INDEX_BITS = 15;

  private static final int REGISTER_BITS = 6;
  private static final int REGISTERS_PER_WORD = Long.SIZE / REGISTER_BITS;
  private static final long REGISTER_MASK = (1L << REGISTER_BITS) - 1;
  private static final long SEED = 42;

  private final int indexBits;
  private final int wordsPerGroup;
  private long[] words = {};
  private long[] hashes = {};

  HyperLogLogAggregate(int indexBits) {
    super(Collections.nCopies(wordsFor(indexBits), SqlType.BIGINT));
    this.indexBits = indexBits;
    this.wordsPerGroup = wordsFor(indexBits);
  }

  /** Also where the registers fill the words, one word is spare. */
  private static int wordsFor(int indexBits) {
    return (1 << indexBits) / REGISTERS_PER_WORD + 1;
  }

  @Override
  public boolean takesRepeatedRows() {
    return true;
  }

  @Override
  public int bytesPerGroup() {
    return Long.BYTES * wordsPerGroup;
  }

  @Override
  public void resize(int groups) {
    words = Arrays.copyOf(words, Math.multiplyExact(groups, wordsPerGroup));
  }

  @Override
  public void update(ColumnVector[] arguments, SelectedRows rows, int[] groups) {
    hash(arguments[0], rows);
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      long hash = hashes[row];
      int register = (int) (hash >>> Long.SIZE - indexBits);
      // The 1 below the last bit bounds the position.
      long rest = hash << indexBits | 1L << indexBits - 1;
      long position = Long.numberOfLeadingZeros(rest) + 1;
      int word = groups[row] * wordsPerGroup + register / REGISTERS_PER_WORD;
      int shift = register % REGISTERS_PER_WORD * REGISTER_BITS;
      long held = words[word];
      if (position > (held >>> shift & REGISTER_MASK)) {
        words[word] = held & ~(REGISTER_MASK << shift) | position << shift;
      }
    }
  }

  private void hash(ColumnVector values, SelectedRows rows) {
    int length = rows.isEmpty() ? 0 : rows.positions[rows.count - 1] + 1;
    if (hashes.length < length) {
      hashes = new long[length];
    }
    Arrays.fill(hashes, 0, length, SEED);
    RowHashes.addXxHash64(values, rows, hashes);
  }

  @Override
  public void state(int groupCount, ColumnVector[] out) {
    for (int w = 0; w < wordsPerGroup; w++) {
      for (int g = 0; g < groupCount; g++) {
        out[w].putLong(words[g * wordsPerGroup + w]);
      }
    }
  }
}
