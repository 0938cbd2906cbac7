package org.apache.spark.sql.hbase.engine.row;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.CodecException;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;

/**
 * Decodes rows of any layout. Of several versions of a cell the newest counts, of equally new ones
 * the first. Cells that no column lies in are passed over; a row with such cells only is a row of
 * NULLs.
 *
 * <p>The cells of a row mostly come in the order of the row before, so each cell is first compared
 * with the reader that was next then; only when that fails is its name looked up in a hash table.
 * Nothing is allocated per row.
 */
final class TableRowDecoder implements RowDecoder {
  private final ColumnBatch batch;
  private final RowKeyReader keyReader;
  private final CellReader[] readers;

  /** Readers in the order in which the last rows had their cells. */
  private final CellReader[] expected;

  /** Open addressing over the names; a power of two, at most half full. */
  private final CellReader[] byName;

  private byte[] row = new byte[64];
  private int rowLength;
  private long rowNumber = -1;
  private int next;
  private int found;

  TableRowDecoder(ColumnBatch batch, RowKeyReader keyReader, List<CellReader> cellReaders) {
    this.batch = batch;
    this.keyReader = keyReader;
    this.readers = cellReaders.toArray(CellReader[]::new);
    this.expected = readers.clone();
    this.byName = new CellReader[Integer.highestOneBit(Math.max(1, readers.length)) * 4];
    for (CellReader reader : readers) {
      int slot = reader.nameHash() & byName.length - 1;
      while (byName[slot] != null) {
        slot = slot + 1 & byName.length - 1;
      }
      byName[slot] = reader;
    }
  }

  @Override
  public void beginRow(byte[] key, int offset, int length) {
    if (length > row.length) {
      row = new byte[Math.max(length, 2 * row.length)];
    }
    // For errors in cells: the caller may reuse its array before they come.
    System.arraycopy(key, offset, row, 0, length);
    rowLength = length;
    rowNumber++;
    next = 0;
    found = 0;
    if (keyReader == null) {
      return;
    }
    try {
      keyReader.read(key, offset, length);
    } catch (CodecException e) {
      throw withRow(e);
    }
  }

  @Override
  public void cell(
      byte[] family,
      int familyOffset,
      int familyLength,
      byte[] qualifier,
      int qualifierOffset,
      int qualifierLength,
      long timestamp,
      byte[] value,
      int valueOffset,
      int valueLength) {
    CellReader reader = null;
    if (next < expected.length
        && expected[next].matches(
            family, familyOffset, familyLength, qualifier, qualifierOffset, qualifierLength)) {
      reader = expected[next++];
    } else if (expected.length > 0) {
      reader =
          find(family, familyOffset, familyLength, qualifier, qualifierOffset, qualifierLength);
    }
    if (reader == null || (reader.lastRow == rowNumber && !isNewer(reader, timestamp))) {
      return;
    }
    if (reader.lastRow != rowNumber) {
      reader.lastRow = rowNumber;
      found++;
    }
    reader.lastTimestamp = timestamp;
    try {
      reader.read(value, valueOffset, valueLength);
    } catch (CodecException e) {
      throw withRow(e);
    }
  }

  @Override
  public void endRow() {
    if (found < readers.length) {
      for (CellReader reader : readers) {
        if (reader.lastRow != rowNumber) {
          reader.readAbsent();
        }
      }
    }
    batch.setRowCount(batch.rowCount() + 1);
  }

  /** Also makes room for a newer version by taking the older one back. */
  private boolean isNewer(CellReader reader, long timestamp) {
    if (timestamp <= reader.lastTimestamp) {
      return false;
    }
    reader.unread(batch.rowCount());
    return true;
  }

  private CellReader find(
      byte[] family,
      int familyOffset,
      int familyLength,
      byte[] qualifier,
      int qualifierOffset,
      int qualifierLength) {
    int mask = byName.length - 1;
    int slot =
        mask
            & CellReader.nameHash(
                family, familyOffset, familyLength, qualifier, qualifierOffset, qualifierLength);
    for (CellReader reader = byName[slot]; reader != null; reader = byName[slot]) {
      if (reader.matches(
          family, familyOffset, familyLength, qualifier, qualifierOffset, qualifierLength)) {
        expectHere(reader);
        return reader;
      }
      slot = slot + 1 & mask;
    }
    return null;
  }

  /**
   * Moves a reader that came now to the current place of the expected order, and goes on behind it.
   */
  private void expectHere(CellReader reader) {
    for (int i = next; i < expected.length; i++) {
      if (expected[i] == reader) {
        // Readers skipped here are absent in this row: they stay in order, behind.
        System.arraycopy(expected, next, expected, next + 1, i - next);
        expected[next++] = reader;
        return;
      }
    }
  }

  private CodecException withRow(CodecException e) {
    return e.withRow(Arrays.copyOf(row, rowLength));
  }
}
