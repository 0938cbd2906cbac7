package org.apache.spark.sql.hbase.engine.row;

import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;

/** Reads a column that lies in a cell of its own or in a packed cell. */
final class CellProbe extends ValueProbe {
  private final CellReader reader;
  private final ColumnVector value;

  /**
   * @param value the column that {@code reader} fills
   */
  CellProbe(CellReader reader, ColumnVector value, ColumnRange range, StoredColumn stored) {
    super(range, stored);
    this.reader = reader;
    this.value = value;
  }

  @Override
  public boolean isIn(byte[] family) {
    return reader.name.isIn(family);
  }

  @Override
  public boolean isIn(byte[] name, int offset, int length) {
    return reader.name.equal(name, offset, length);
  }

  @Override
  public boolean read(
      byte[] name, int nameOffset, int nameLength, byte[] bytes, int offset, int length) {
    value.reset();
    try {
      return reader.read(bytes, offset, length);
    } catch (CodecException e) {
      return false;
    }
  }

  @Override
  public boolean isNull() {
    return value.isNull(0);
  }

  @Override
  public long min() {
    return ColumnRange.valueOf(value, 0);
  }

  @Override
  public long max() {
    return min();
  }
}
