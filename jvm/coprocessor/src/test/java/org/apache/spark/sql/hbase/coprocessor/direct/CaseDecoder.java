package org.apache.spark.sql.hbase.coprocessor.direct;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;

/** Writes each row as {@code row[family:qualifier=value ...]}. */
final class CaseDecoder implements RowDecoder {
  private static final int LONGEST_VALUE = 20;

  private final ColumnBatch batch;
  private final List<String> rows;
  private final String only;
  private StringBuilder row;

  /**
   * @param only the one qualifier that is wanted; null if all are
   */
  CaseDecoder(ColumnBatch batch, List<String> rows, String only) {
    this.batch = batch;
    this.rows = rows;
    this.only = only;
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
    int familyLength = name[nameOffset];
    int afterFamily = nameOffset + 1 + familyLength;
    String qualifier = text(name, afterFamily, nameLength - 1 - familyLength);
    if (only != null && !only.equals(qualifier)) {
      return true;
    }
    if (row.charAt(row.length() - 1) != '[') {
      row.append(' ');
    }
    row.append(text(name, nameOffset + 1, familyLength)).append(':').append(qualifier).append('=');
    if (valueLength <= LONGEST_VALUE) {
      row.append(text(value, valueOffset, valueLength));
    } else {
      row.append((char) value[valueOffset]).append('*').append(valueLength);
    }
    return only == null;
  }

  @Override
  public void endRow() {
    rows.add(row == null ? "nothing" : row.append(']').toString());
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
