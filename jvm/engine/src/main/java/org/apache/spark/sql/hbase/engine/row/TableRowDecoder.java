package org.apache.spark.sql.hbase.engine.row;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;

/**
 * Decodes rows of any layout. Cells that no column lies in are passed over; a row with such cells
 * only is a row of NULLs. MAP columns over whole families take those of their family. The ranges
 * are looked at as soon as a value is there. The row key is decoded last, unless it has a range
 * itself or may be of a foreign row. Nothing is allocated per row of the table.
 */
final class TableRowDecoder implements RowDecoder {
  private final ColumnBatch batch;
  private final RowKeyReader keyReader;
  private final boolean keyFirst;
  private final CellReader[] readers;
  private final FamilyMapReader[] maps;
  private final CellReaders cells;

  /** Null unless one packed cell has all that is looked at besides the row key. */
  private final PackedRunReader runReader;

  /** The kept rows of the run that is read. */
  private final KeptRows kept;

  /** The source's own array. */
  private byte[] row;

  private int rowOffset;
  private int rowLength;
  private long rowNumber = -1;
  private int found;

  /** Cells of which it is said that they do not come. */
  private int absent;

  private boolean rejected;

  /** The row key does not decode, and the row is none of the table. */
  private boolean isForeign;

  private int undecodableValues;

  /**
   * @param keyReader null if no part of the row key is looked at
   * @param cellReaders those without columns are of cells that are in no map either
   */
  TableRowDecoder(
      ColumnBatch batch,
      RowKeyReader keyReader,
      List<CellReader> cellReaders,
      List<FamilyMapReader> maps) {
    this.batch = batch;
    this.keyReader = keyReader;
    this.keyFirst = keyReader != null && keyReader.leavesOutRows();
    this.readers =
        cellReaders.stream().filter(reader -> !reader.isIgnored()).toArray(CellReader[]::new);
    this.maps = maps.toArray(FamilyMapReader[]::new);
    this.cells = new CellReaders(cellReaders, !maps.isEmpty());
    this.kept = new KeptRows(batch.columnCount());
    boolean isOneCell = readers.length == 1 && maps.isEmpty();
    this.runReader = isOneCell ? readers[0].newRunReader().orElse(null) : null;
  }

  @Override
  public boolean wantsCells() {
    return readers.length > 0 || maps.length > 0;
  }

  @Override
  public boolean beginRow(byte[] key, int offset, int length) {
    row = key;
    rowOffset = offset;
    rowLength = length;
    rowNumber++;
    cells.startRow();
    found = 0;
    absent = 0;
    undecodableValues = 0;
    isForeign = false;
    for (FamilyMapReader map : maps) {
      map.startRow();
    }
    rejected = keyFirst && !readKey();
    return wantsCells() && !rejected;
  }

  @Override
  public boolean cell(
      byte[] name, int nameOffset, int nameLength, byte[] value, int valueOffset, int valueLength) {
    CellReader reader = cells.next(name, nameOffset, nameLength);
    if (reader == null && maps.length > 0) {
      addToMaps(name, nameOffset, nameLength, value, valueOffset, valueLength);
      return true;
    }
    if (reader == null || reader.isIgnored() || reader.lastRow == rowNumber) {
      return true;
    }
    reader.lastRow = rowNumber;
    found++;
    try {
      rejected = !reader.read(value, valueOffset, valueLength);
      undecodableValues += reader.undecodableValues();
    } catch (CodecException e) {
      throw withRow(e);
    }
    return !rejected && wantsMore();
  }

  @Override
  public boolean noCell(byte[] name, int nameOffset, int nameLength) {
    CellReader reader = cells.next(name, nameOffset, nameLength);
    absent += reader == null || reader.isIgnored() ? 0 : 1;
    return wantsMore();
  }

  private boolean wantsMore() {
    return found + absent < readers.length || maps.length > 0;
  }

  @Override
  public void endRow() {
    if (!rejected && found < readers.length) {
      readAbsent();
    }
    endMaps();
    batch.addUndecodable(undecodableValues);
    if (rejected) {
      batch.dropUnfinishedRow();
      batch.leaveOut(1);
      batch.addForeign(isForeign ? 1 : 0);
      return;
    }
    if (keyReader != null && !keyFirst) {
      readKey();
    }
    batch.setRowCount(batch.rowCount() + 1);
  }

  @Override
  public void abandonRow() {
    batch.dropUnfinishedRow();
  }

  @Override
  public void run(CellRun run) {
    int row = 0;
    int taken = -1;
    while (runReader != null && row < run.count && taken != 0) {
      taken = readMany(run, row);
      row += taken;
    }
    run(run, row);
  }

  /** Returns how many rows of the run, from one on, were read: none if the next may not decode. */
  private int readMany(CellRun run, int from) {
    int rows = runReader.bind(run, from);
    if (rows == 0) {
      return 0;
    }
    kept.start(from, rows);
    if (!readMany(run)) {
      // One by one it will turn out which of them to name in the error, or to give NULL.
      batch.dropUnfinishedRow();
      return 0;
    }
    batch.setRowCount(batch.rowCount() + kept.count);
    batch.leaveOut(rows - kept.count);
    return rows;
  }

  /** Reads what is looked at of the rows kept; false if something of it does not decode. */
  private boolean readMany(CellRun run) {
    try {
      if (keyFirst) {
        keyReader.read(run, kept);
      }
      if (!runReader.read(kept)) {
        return false;
      }
      if (keyReader != null && !keyFirst) {
        keyReader.read(run, kept);
      }
      return true;
    } catch (CodecException e) {
      return false;
    }
  }

  private void addToMaps(
      byte[] name, int nameOffset, int nameLength, byte[] value, int valueOffset, int valueLength) {
    try {
      for (FamilyMapReader map : maps) {
        map.add(name, nameOffset, nameLength, value, valueOffset, valueLength);
      }
    } catch (CodecException e) {
      throw withRow(e);
    }
  }

  private void endMaps() {
    for (FamilyMapReader map : maps) {
      undecodableValues += map.undecodableValues();
      if (!rejected) {
        map.endRow();
      }
    }
  }

  private boolean readKey() {
    try {
      return keyReader.read(row, rowOffset, rowLength);
    } catch (CodecException e) {
      if (keyReader.setsForeignAside()) {
        isForeign = true;
        return false;
      }
      throw withRow(e);
    }
  }

  private void readAbsent() {
    for (CellReader reader : readers) {
      if (reader.lastRow != rowNumber) {
        rejected |= !reader.readAbsent();
      }
    }
  }

  private CodecException withRow(CodecException e) {
    return e.withRow(Arrays.copyOfRange(row, rowOffset, rowOffset + rowLength));
  }
}
