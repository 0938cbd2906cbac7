package org.apache.spark.sql.hbase.engine.row;

import com.google.protobuf.ByteString;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.ColumnarGroups;
import org.apache.spark.sql.hbase.wire.proto.PackedCell;

/**
 * The form of a column's values in cells, without the column's name. Two equal objects read the
 * same values from the same cells. Immutable.
 *
 * @param column place, type and encoding
 * @param cell the packed cell in which it is a field, empty for a cell of its own
 * @param groups how rows are grouped, empty unless the table is columnar
 */
public record StoredColumn(ByteString column, ByteString cell, ByteString groups) {
  static StoredColumn of(Column column) {
    return new StoredColumn(
        unnamed(column).build().toByteString(), ByteString.EMPTY, ByteString.EMPTY);
  }

  static StoredColumn of(Column column, PackedCell cell) {
    return new StoredColumn(fieldOf(column), cell.toByteString(), ByteString.EMPTY);
  }

  /**
   * Makes the stored column of a columnar table; the same bytes in a packed table are another
   * column.
   */
  static StoredColumn of(Column column, PackedCell cell, ColumnarGroups groups) {
    // Never empty, for a table has at least one bit.
    return new StoredColumn(fieldOf(column), cell.toByteString(), groups.toByteString());
  }

  private static ByteString fieldOf(Column column) {
    Column.Builder field = unnamed(column);
    field.getPackedBuilder().clearCell();
    return field.build().toByteString();
  }

  private static Column.Builder unnamed(Column column) {
    return column.toBuilder().clearName().clearNullable();
  }

  /** Memory that the texts take. */
  public int bytes() {
    return column.size() + cell.size() + groups.size();
  }
}
