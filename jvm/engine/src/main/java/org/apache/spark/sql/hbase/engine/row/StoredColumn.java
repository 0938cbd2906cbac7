package org.apache.spark.sql.hbase.engine.row;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.ColumnarGroups;
import org.apache.spark.sql.hbase.wire.proto.PackedCell;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;

/**
 * The form of a column's values in cells, without the column's name. Two equal objects read the
 * same values from the same cells. Immutable.
 *
 * @param column place, type and encoding
 * @param cell the packed cell in which it is a field, or the whole row key of which it is a part;
 *     else empty
 * @param rows how the rows of a columnar table are grouped, and the row key that rows of the table
 *     must have; else empty
 */
public record StoredColumn(ByteString column, ByteString cell, ByteString rows) {
  static StoredColumn of(Column column) {
    return new StoredColumn(
        unnamed(column).build().toByteString(), ByteString.EMPTY, ByteString.EMPTY);
  }

  static StoredColumn of(Column column, PackedCell cell) {
    return new StoredColumn(fieldOf(column), cell.toByteString(), ByteString.EMPTY);
  }

  /**
   * Makes it a column of a columnar table; the same bytes in a packed table are another column.
   *
   * @param cell with all columns of its chunks
   */
  StoredColumn inGroupsOf(PackedCell cell, ColumnarGroups groups) {
    // Never empty, for a table has at least one bit.
    return new StoredColumn(column, this.cell, cell.toByteString().concat(groups.toByteString()));
  }

  /**
   * Makes it a column of a table that has rows with its own row keys only. Other tables may show
   * other rows.
   *
   * @param keys from {@link #keys}
   */
  StoredColumn inRowsOf(ByteString keys) {
    return new StoredColumn(column, cell, rows.concat(keys));
  }

  /**
   * Makes the stored column of a part of the row key, whose value depends on all parts.
   *
   * @param part its position among them: parts may be alike
   * @param keys from {@link #keys}
   */
  static StoredColumn ofKey(Column column, int part, ByteString keys) {
    ByteString position = ByteString.copyFrom(ByteBuffer.allocate(Integer.BYTES).putInt(0, part));
    return new StoredColumn(
        unnamed(column).build().toByteString(), keys.concat(position), ByteString.EMPTY);
  }

  /** The form of a table's row keys, without names. */
  static ByteString keys(TableLayout table) {
    TableLayout.Builder keys = TableLayout.newBuilder();
    table.getColumnsList().stream()
        .filter(Column::hasKey)
        .forEach(column -> keys.addColumns(unnamed(column)));
    if (table.hasKeyPrefix()) {
      keys.setKeyPrefix(table.getKeyPrefix());
    }
    return keys.build().toByteString();
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
    return column.size() + cell.size() + rows.size();
  }
}
