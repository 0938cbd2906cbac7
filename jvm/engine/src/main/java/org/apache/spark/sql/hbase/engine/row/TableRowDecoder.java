package org.apache.spark.sql.hbase.engine.row;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.CodecException;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;

/**
 * Decodes rows of any layout. Of several versions of a cell the newest counts, of equally new ones
 * the first. Cells that no column lies in are passed over; a row with such cells only is a row of
 * NULLs. Nothing is allocated per row.
 */
final class TableRowDecoder implements RowDecoder {
  private final ColumnBatch batch;
  private final RowKeyReader keyReader;
  private final CellReader[] readers;

  private final CellReaders cells;

  /** The source's own array; for errors in cells. */
  private byte[] row;

  private int rowOffset;
  private int rowLength;
  private long rowNumber = -1;
  private int found;

  TableRowDecoder(ColumnBatch batch, RowKeyReader keyReader, List<CellReader> cellReaders) {
    this.batch = batch;
    this.keyReader = keyReader;
    this.readers = cellReaders.toArray(CellReader[]::new);
    this.cells = new CellReaders(cellReaders);
  }

  @Override
  public boolean wantsCells() {
    return readers.length > 0;
  }

  @Override
  public void beginRow(byte[] key, int offset, int length) {
    row = key;
    rowOffset = offset;
    rowLength = length;
    rowNumber++;
    cells.startRow();
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
    CellReader reader =
        cells.next(family, familyOffset, familyLength, qualifier, qualifierOffset, qualifierLength);
    if (reader == null
        || reader.isIgnored()
        || reader.lastRow == rowNumber && !isNewer(reader, timestamp)) {
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

  private CodecException withRow(CodecException e) {
    return e.withRow(Arrays.copyOfRange(row, rowOffset, rowOffset + rowLength));
  }
}
