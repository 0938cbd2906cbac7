package org.apache.spark.sql.hbase.engine.row;

/**
 * Reads one column that has a range, as a {@link RowDecoder} of the same plan does. With it a
 * source of rows learns which values a stretch of rows holds. Not thread-safe.
 */
public abstract class ValueProbe {
  private final ColumnRange range;
  private final StoredColumn stored;

  ValueProbe(ColumnRange range, StoredColumn stored) {
    this.range = range;
    this.stored = stored;
  }

  /**
   * Returns the condition of the filter on the column: rows without such a value may be left out.
   */
  public final ColumnRange range() {
    return range;
  }

  /** Returns the form of the values in cells. */
  public final StoredColumn stored() {
    return stored;
  }

  /** Whether the column lies in cells of this family. */
  public abstract boolean isIn(byte[] family);

  /** Whether the column lies in cells of this name, as {@link RowDecoder#cell} describes names. */
  public abstract boolean isIn(byte[] name, int offset, int length);

  /**
   * Reads a cell in which the column lies.
   *
   * @return false if the bytes do not decode: then they may stand for any value
   */
  public abstract boolean read(
      byte[] name, int nameOffset, int nameLength, byte[] bytes, int offset, int length);

  /** Whether the cell that was read has no value of the column. */
  public abstract boolean isNull();

  /** The smallest value that was read, if any is not NULL, in the order of the range's bounds. */
  public abstract long min();

  /** The largest one. */
  public abstract long max();
}
