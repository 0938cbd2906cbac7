package org.apache.spark.sql.hbase.codec.chunk;

import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeys;

/**
 * The rule that assigns SQL rows of a columnar table to HBase rows; see FORMAT.md, "Columnar
 * groups". All row keys that begin with the same bits are one group. Its HBase row key, the
 * <em>group key</em>, is these bits, padded with zero bits to whole bytes. A row key with fewer
 * bytes is a group of its own, and its group key.
 *
 * <p>Group keys are ordered as the row keys are, so each range of row keys is a range of groups.
 * Immutable.
 *
 * @param bits that row keys of a group have in common, 1 to {@value #MAX_BITS}
 */
public record GroupKey(int bits) {
  /** As many as the longest row key has. */
  public static final int MAX_BITS = RowKeys.MAX_BYTES * Byte.SIZE;

  public GroupKey {
    if (bits < 1 || bits > MAX_BITS) {
      throw new IllegalArgumentException("a group key has 1 to " + MAX_BITS + " bits, not " + bits);
    }
  }

  /** Bytes of a group key, unless its row key is shorter. */
  public int bytes() {
    return (bits + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** Leading bytes of a row key that its group key holds whole; the others are its rest. */
  public int wholeBytes() {
    return bits / Byte.SIZE;
  }

  /**
   * The group key of a row key, or of any other bytes.
   *
   * @return a fresh array
   */
  public byte[] of(byte[] rowKey) {
    return of(rowKey, 0, rowKey.length);
  }

  /** As {@link #of(byte[])}. */
  public byte[] of(byte[] bytes, int offset, int length) {
    int kept = Math.min(length, bytes());
    byte[] group = Arrays.copyOfRange(bytes, offset, offset + kept);
    int partialBits = bits % Byte.SIZE;
    if (partialBits != 0 && kept == bytes()) {
      group[kept - 1] &= (byte) (0xFF << (Byte.SIZE - partialBits));
    }
    return group;
  }

  /** Whether the row key lies in the group. */
  public boolean holds(byte[] groupKey, byte[] rowKey, int offset, int length) {
    return Arrays.equals(groupKey, of(rowKey, offset, length));
  }

  /**
   * Returns the offset of the rest of a row key: the bytes that tell it from others in its group.
   */
  public int restStart(int rowKeyLength) {
    return Math.min(wholeBytes(), rowKeyLength);
  }

  /**
   * The first HBase row key behind the groups of all row keys below {@code stop}.
   *
   * @param stop not held any more; not empty
   */
  public byte[] stopRow(byte[] stop) {
    byte[] group = of(stop);
    return Arrays.equals(group, stop) ? group : RowKeys.after(group);
  }
}
