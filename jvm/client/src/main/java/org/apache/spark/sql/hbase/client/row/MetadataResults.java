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
 * Rows with a cell for each of the {@link RowMetadata} that a layout has. Not thread-safe; closes
 * the rows below.
 */
public final class MetadataResults implements RowResults {
  private static final byte[] FAMILY = RowMetadata.bytes(RowMetadata.FAMILY);
  private static final byte[] ROW_KEY = RowMetadata.bytes(RowMetadata.ROW_KEY);
  private static final byte[] TIMESTAMP = RowMetadata.bytes(RowMetadata.TIMESTAMP);
  private static final byte[] REGION = RowMetadata.bytes(RowMetadata.REGION);

  private final RowResults rows;
  private final TableAccess table;
  private final boolean hasRowKey;
  private final boolean hasTimestamp;
  private final boolean hasRegion;
  private final int added;
  private RegionInfo region;

  private MetadataResults(RowResults rows, TableAccess table, TableLayout layout) {
    this.rows = rows;
    this.table = table;
    this.hasRowKey = RowMetadata.isIn(layout, RowMetadata.ROW_KEY);
    this.hasTimestamp = RowMetadata.isIn(layout, RowMetadata.TIMESTAMP);
    this.hasRegion = RowMetadata.isIn(layout, RowMetadata.REGION);
    this.added = (hasRowKey ? 1 : 0) + (hasTimestamp ? 1 : 0) + (hasRegion ? 1 : 0);
  }

  /** The rows themselves if the layout has no such columns. */
  public static RowResults over(RowResults rows, TableAccess table, TableLayout layout) {
    return RowMetadata.areIn(layout) ? new MetadataResults(rows, table, layout) : rows;
  }

  @Override
  public Result next() throws IOException {
    Result row = rows.next();
    return row == null ? null : withMetadata(row);
  }

  @Override
  public boolean mayBeEnough() {
    return rows.mayBeEnough();
  }

  @Override
  public void close() {
    rows.close();
  }

  private Result withMetadata(Result row) throws IOException {
    Cell[] read = row.rawCells();
    Cell[] cells = new Cell[added + read.length];
    byte[] rowKey = row.getRow();
    int next = 0;
    // In the order of cells.
    if (hasRegion) {
      byte[] name = RowMetadata.bytes(regionOf(rowKey).getEncodedName());
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
