package org.apache.spark.sql.hbase.engine.row;

import com.google.protobuf.ByteString;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.PackedCell;

/**
 * How the values of a column lie in cells, whatever tables call it: equal ones read the same values
 * from the same cells. Immutable.
 *
 * @param column place, type and encoding
 * @param cell the packed cell in which it is a field, empty for a cell of its own
 */
public record StoredColumn(ByteString column, ByteString cell) {
  static StoredColumn of(Column column) {
    return new StoredColumn(unnamed(column).build().toByteString(), ByteString.EMPTY);
  }

  static StoredColumn of(Column column, PackedCell cell) {
    Column.Builder field = unnamed(column);
    field.getPackedBuilder().clearCell();
    return new StoredColumn(field.build().toByteString(), cell.toByteString());
  }

  private static Column.Builder unnamed(Column column) {
    return column.toBuilder().clearName().clearNullable();
  }

  /** Memory that the two texts take. */
  public int bytes() {
    return column.size() + cell.size();
  }
}
