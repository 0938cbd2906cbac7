package org.apache.spark.sql.hbase.engine.row;

import org.apache.spark.sql.hbase.codec.CodecException;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;

/**
 * Reads one column that has a range out of the cells in which it lies, as a {@link RowDecoder} of
 * the same plan does, so that a source of rows can learn which values a stretch of rows holds. Not
 * thread-safe.
 */
public final class ValueProbe {
  private final CellReader reader;
  private final ColumnVector value;
  private final ColumnRange range;
  private final StoredColumn stored;

  ValueProbe(CellReader reader, ColumnVector value, ColumnRange range, StoredColumn stored) {
    this.reader = reader;
    this.value = value;
    this.range = range;
    this.stored = stored;
  }

  /** What the filter wants at least of the column: rows without such a value may be left out. */
  public ColumnRange range() {
    return range;
  }

  /** How the values lie in cells. */
  public StoredColumn stored() {
    return stored;
  }

  /** Whether the column lies in cells of this family. */
  public boolean isIn(byte[] family) {
    return reader.name.isIn(family);
  }

  /** Whether the column lies in cells of this name, as {@link RowDecoder#cell} describes names. */
  public boolean isIn(byte[] name, int offset, int length) {
    return reader.name.equal(name, offset, length);
  }

  /**
   * Reads a cell in which the column lies.
   *
   * @return false if the bytes do not decode: then they may stand for any value
   */
  public boolean read(byte[] bytes, int offset, int length) {
    value.reset();
    try {
      return reader.read(bytes, offset, length);
    } catch (CodecException e) {
      return false;
    }
  }

  /** Whether the cell that was read has no value of the column. */
  public boolean isNull() {
    return value.isNull(0);
  }

  /** The value that was read, if it is not NULL, in the order of the range's bounds. */
  public long value() {
    return ColumnRange.valueOf(value, 0);
  }
}
