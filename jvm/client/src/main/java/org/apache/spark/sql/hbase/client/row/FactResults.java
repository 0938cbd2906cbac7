package org.apache.spark.sql.hbase.client.row;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.spark.sql.hbase.client.cluster.TableAccess;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;

/**
 * Rows with a cell for each of the {@link RowFacts} that a layout has. Not thread-safe; closes the
 * rows below.
 */
public final class FactResults implements RowResults {
  private static final byte[] FAMILY = RowFacts.bytes(RowFacts.FAMILY);
  private static final byte[] ROW_KEY = RowFacts.bytes(RowFacts.ROW_KEY);
  private static final byte[] TIMESTAMP = RowFacts.bytes(RowFacts.TIMESTAMP);
  private static final byte[] REGION = RowFacts.bytes(RowFacts.REGION);

  private final RowResults rows;
  private final TableAccess table;
  private final boolean hasRowKey;
  private final boolean hasTimestamp;
  private final boolean hasRegion;
  private final int facts;
  private RegionInfo region;

  private FactResults(RowResults rows, TableAccess table, TableLayout layout) {
    this.rows = rows;
    this.table = table;
    this.hasRowKey = RowFacts.isIn(layout, RowFacts.ROW_KEY);
    this.hasTimestamp = RowFacts.isIn(layout, RowFacts.TIMESTAMP);
    this.hasRegion = RowFacts.isIn(layout, RowFacts.REGION);
    this.facts = (hasRowKey ? 1 : 0) + (hasTimestamp ? 1 : 0) + (hasRegion ? 1 : 0);
  }

  /** The rows themselves if the layout has no such columns. */
  public static RowResults over(RowResults rows, TableAccess table, TableLayout layout) {
    return RowFacts.areIn(layout) ? new FactResults(rows, table, layout) : rows;
  }

  @Override
  public Result next() throws IOException {
    Result row = rows.next();
    return row == null ? null : withFacts(row);
  }

  @Override
  public boolean mayBeEnough() {
    return rows.mayBeEnough();
  }

  @Override
  public void close() {
    rows.close();
  }

  private Result withFacts(Result row) throws IOException {
    Cell[] read = row.rawCells();
    Cell[] cells = new Cell[facts + read.length];
    byte[] rowKey = row.getRow();
    int next = 0;
    // In the order of cells.
    if (hasRegion) {
      byte[] name = RowFacts.bytes(regionOf(rowKey).getEncodedName());
      cells[next++] = new KeyValue(rowKey, FAMILY, REGION, name);
    }
    if (hasRowKey) {
      cells[next++] = new KeyValue(rowKey, FAMILY, ROW_KEY, rowKey);
    }
    if (hasTimestamp) {
      cells[next++] = new KeyValue(rowKey, FAMILY, TIMESTAMP, newest(read));
    }
    System.arraycopy(read, 0, cells, next, read.length);
    return Result.create(cells);
  }

  private static byte[] newest(Cell[] cells) {
    long millis = 0;
    for (Cell cell : cells) {
      millis = Math.max(millis, cell.getTimestamp());
    }
    // Other programs may write any number as timestamp, the largest as "for ever".
    long micros = TimeUnit.MILLISECONDS.toMicros(millis);
    return ByteBuffer.allocate(Long.BYTES).putLong(micros ^ Long.MIN_VALUE).array();
  }

  private RegionInfo regionOf(byte[] rowKey) throws IOException {
    if (region == null || !region.containsRow(rowKey)) {
      region = table.region(rowKey);
    }
    return region;
  }
}
