package org.apache.spark.sql.hbase.coprocessor;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;

/** Writes each row as {@code row[family:qualifier=value ...]}. */
final class RecordingDecoder implements RowDecoder {
  private final ColumnBatch batch;
  private final List<String> rows;
  private StringBuilder row;

  RecordingDecoder(ColumnBatch batch, List<String> rows) {
    this.batch = batch;
    this.rows = rows;
  }

  /** A batch without columns. */
  static ColumnBatch newBatch(int capacity) {
    return new ColumnBatch(new ColumnVector[0], capacity);
  }

  @Override
  public boolean wantsCells() {
    return true;
  }

  @Override
  public boolean beginRow(byte[] key, int offset, int length) {
    row = new StringBuilder(text(key, offset, length)).append('[');
    return true;
  }

  @Override
  public boolean cell(
      byte[] name, int nameOffset, int nameLength, byte[] value, int valueOffset, int valueLength) {
    if (row.charAt(row.length() - 1) != '[') {
      row.append(' ');
    }
    int familyLength = name[nameOffset];
    row.append(text(name, nameOffset + 1, familyLength))
        .append(':')
        .append(text(name, nameOffset + 1 + familyLength, nameLength - 1 - familyLength))
        .append('=')
        .append(text(value, valueOffset, valueLength));
    return true;
  }

  @Override
  public void endRow() {
    rows.add(row.append(']').toString());
    batch.setRowCount(batch.rowCount() + 1);
  }

  @Override
  public void abandonRow() {
    row = null;
  }

  private static String text(byte[] bytes, int offset, int length) {
    return new String(bytes, offset, length, StandardCharsets.US_ASCII);
  }
}
