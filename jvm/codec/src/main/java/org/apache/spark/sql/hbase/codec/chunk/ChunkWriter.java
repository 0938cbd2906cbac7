package org.apache.spark.sql.hbase.codec.chunk;

import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * Writes one chunk after the other: {@link #startRow} and the values of all columns in order, for
 * each row in the order of the row keys, then {@link #toByteArray}, then {@link #reset}. Made by
 * {@link ChunkCodec#newWriter}. Not thread-safe.
 *
 * <p>A value that the column's type cannot hold raises {@code CodecException} VALUE_OUT_OF_RANGE
 * with {@code field}.
 */
public final class ChunkWriter implements ValueSink {
  /** Bytes of values of variable length at which a chunk is full: HBase likes small cells. */
  private static final int FULL_AT_DATA_BYTES = 1 << 20;

  private final GroupKey groups;
  private final ChunkColumn[] columns;
  private final ByteBuilder rests = new ByteBuilder();
  private final int[] restEnds = new int[ChunkFormat.MAX_ROWS];
  private byte[] group;
  private int rows;
  private int column;
  private long dataBytes;

  ChunkWriter(SqlType[] types, GroupKey groups) {
    this.groups = groups;
    this.columns = new ChunkColumn[types.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new ChunkColumn(types[i], i);
    }
    reset();
  }

  /** Starts the next chunk. */
  public void reset() {
    rows = 0;
    column = columns.length;
    dataBytes = 0;
    rests.reset();
    group = null;
    for (ChunkColumn each : columns) {
      each.reset();
    }
  }

  /** The group key of the rows; null before the first. */
  public byte[] group() {
    return group;
  }

  /** Rows begun. */
  public int rowCount() {
    return rows;
  }

  /** True when the chunk is to be taken before the next row. */
  public boolean isFull() {
    return rows == ChunkFormat.MAX_ROWS || dataBytes >= FULL_AT_DATA_BYTES;
  }

  /**
   * Starts a row; the values of its columns follow.
   *
   * @throws IllegalStateException when the chunk has {@link ChunkFormat#MAX_ROWS}, or the row
   *     before is not complete. Also when the row key is of another group or not behind the one
   *     before
   */
  public void startRow(byte[] rowKey) {
    checkComplete();
    if (rows == ChunkFormat.MAX_ROWS) {
      throw new IllegalStateException("a chunk has at most " + ChunkFormat.MAX_ROWS + " rows");
    }
    if (group == null) {
      group = groups.of(rowKey);
    } else if (!groups.holds(group, rowKey, 0, rowKey.length)) {
      throw new IllegalStateException("all rows of a chunk are of one group");
    }
    int from = groups.restStart(rowKey.length);
    int length = rowKey.length - from;
    if (rows > 0 && compareWithLast(rowKey, from, rowKey.length) >= 0) {
      throw new IllegalStateException("rows of a chunk come in the order of their row keys, once");
    }
    rests.appendBytes(rowKey, from, length);
    restEnds[rows++] = rests.length();
    dataBytes += length;
    column = 0;
  }

  private int compareWithLast(byte[] rowKey, int from, int to) {
    int start = rows == 1 ? 0 : restEnds[rows - 2];
    return Arrays.compareUnsigned(rests.array(), start, restEnds[rows - 1], rowKey, from, to);
  }

  @Override
  public void putNull() {
    next().putNull();
  }

  @Override
  public void putLong(long value) {
    next().putLong(value);
  }

  @Override
  public void putDouble(double value) {
    next().putDouble(value);
  }

  @Override
  public void putDecimal128(long high, long low) {
    next().putDecimal128(high, low);
  }

  @Override
  public void putBytes(byte[] bytes, int offset, int length) {
    next().putBytes(bytes, offset, length);
    dataBytes += length;
  }

  private ChunkColumn next() {
    if (column == columns.length) {
      throw new IllegalStateException("all values of the row were put; start the next one");
    }
    return columns[column++];
  }

  /**
   * The chunk of the rows since the last {@link #reset}, a fresh array.
   *
   * @param timestamp of its cell, milliseconds
   * @throws IllegalStateException when there is no row, or values of the last one are missing
   */
  public byte[] toByteArray(long timestamp) {
    checkComplete();
    if (rows == 0) {
      throw new IllegalStateException("a chunk has at least one row");
    }
    int restWidth = restWidth();
    ByteBuilder out = new ByteBuilder();
    int restsLength =
        restWidth == ChunkFormat.VARIABLE ? rows * Integer.BYTES + rests.length() : rests.length();
    out.appendByte(ChunkFormat.FORMAT).appendShort(rows).appendShort(columns.length);
    out.appendLong(timestamp).appendShort(restWidth).appendInt(restsLength);
    out.appendZeros(columns.length * ChunkFormat.ENTRY_BYTES);
    if (restWidth == ChunkFormat.VARIABLE) {
      ChunkColumn.appendArray(out, Integer.BYTES, rows, row -> restEnds[row]);
    }
    out.appendBytes(rests.array(), 0, rests.length());
    for (int i = 0; i < columns.length; i++) {
      columns[i].appendTo(out, ChunkFormat.HEADER_BYTES + i * ChunkFormat.ENTRY_BYTES);
    }
    return out.toByteArray();
  }

  private int restWidth() {
    for (int row = 1; row < rows; row++) {
      if (restEnds[row] - restEnds[row - 1] != restEnds[0]) {
        return ChunkFormat.VARIABLE;
      }
    }
    return restEnds[0];
  }

  private void checkComplete() {
    if (column != columns.length) {
      throw new IllegalStateException(
          "a row has " + columns.length + " values, only " + column + " were put");
    }
  }
}
