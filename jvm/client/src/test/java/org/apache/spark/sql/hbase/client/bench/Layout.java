package org.apache.spark.sql.hbase.client.bench;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.spark.sql.hbase.codec.ValueCodecs;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.chunk.ChunkCodec;
import org.apache.spark.sql.hbase.codec.chunk.ChunkWriter;
import org.apache.spark.sql.hbase.codec.chunk.GroupCell;
import org.apache.spark.sql.hbase.codec.chunk.GroupKey;
import org.apache.spark.sql.hbase.codec.chunk.OverlayCell;
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.packed.PackedWriter;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.apache.spark.sql.hbase.codec.value.ValueCodec;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.KeyPart;
import org.apache.spark.sql.hbase.wire.proto.PackedCell;
import org.apache.spark.sql.hbase.wire.proto.PackedField;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.apache.spark.sql.hbase.wire.proto.ValueCell;

/** The form of {@link LineItems} in the HBase table. */
public enum Layout {
  /** One cell per column; the qualifier is one byte. */
  COLUMNS {
    @Override
    void describe(TableLayout.Builder table) {
      describeCells(table);
    }

    @Override
    public void write(long row, CellWriter out) throws IOException {
      out.startRow(this, row);
      LineItems.write(row, out);
    }
  },
  /** Cells of COLUMNS, in blocks that hold what differs from cell to cell. */
  FAST_DIFF {
    @Override
    void describe(TableLayout.Builder table) {
      COLUMNS.describe(table);
    }

    @Override
    public void write(long row, CellWriter out) throws IOException {
      COLUMNS.write(row, out);
    }

    @Override
    DataBlockEncoding encoding() {
      return DataBlockEncoding.FAST_DIFF;
    }
  },
  /**
   * One cell per column as tables have them: the qualifier is a letter and the column's name, the
   * row key a BIGINT and an INT.
   */
  NAMED {
    private final byte[][] qualifiers =
        IntStream.range(0, LineItems.COLUMNS.size())
            .mapToObj(i -> (char) ('a' + i) + LineItems.COLUMNS.get(i).name())
            .map(name -> name.getBytes(StandardCharsets.US_ASCII))
            .toArray(byte[][]::new);

    @Override
    void describe(TableLayout.Builder table) {
      describeCells(table);
      table.addColumns(keyColumn("l_no", SqlType.INT));
    }

    @Override
    public void write(long row, CellWriter out) throws IOException {
      out.startRow(this, row);
      LineItems.write(row, out);
    }

    @Override
    byte[] qualifier(int position) {
      return qualifiers[position];
    }

    @Override
    public byte[] hbaseRow(long row) {
      return ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
          .putLong(row ^ Long.MIN_VALUE)
          .putInt((int) (row % Byte.SIZE) ^ Integer.MIN_VALUE)
          .array();
    }
  },
  /** One cell per row. */
  PACKED {
    @Override
    void describe(TableLayout.Builder table) {
      PackedCell.Builder cell =
          PackedCell.newBuilder()
              .setFamily(ByteString.copyFrom(FAMILY))
              .setQualifier(ByteString.copyFrom(qualifier(0)));
      for (int i = 0; i < LineItems.COLUMNS.size(); i++) {
        cell.addFields(SqlTypes.toWire(LineItems.COLUMNS.get(i).type()));
        table.addColumns(column(i).setPacked(PackedField.newBuilder().setCell(0).setField(i)));
      }
      table.addPackedCells(cell);
    }

    @Override
    public void write(long row, CellWriter out) throws IOException {
      out.startRow(this, row);
      out.append(out.packedValues(row));
    }
  },
  /** Groups of 1,024 rows; single rows are written as overlay rows. */
  COLUMNAR {
    @Override
    void describe(TableLayout.Builder table) {
      PACKED.describe(table);
      table.getColumnarBuilder().setGroupBits(GROUPS.bits());
    }

    @Override
    public void write(long row, CellWriter out) throws IOException {
      byte[] qualifier = GroupCell.overlayQualifier(GROUPS, rowKey(row));
      out.append(row, qualifier, OverlayCell.row(out.timestamp, out.packedValues(row)));
    }

    @Override
    public void writeAll(long rows, CellWriter out) throws IOException {
      ChunkWriter chunk = new ChunkCodec(LineItems.types(), GROUPS).newWriter();
      for (long row = 0; row < rows; row++) {
        chunk.startRow(rowKey(row));
        LineItems.write(row, chunk);
        boolean isLast = row + 1 == rows;
        if (isLast || !Arrays.equals(hbaseRow(row), hbaseRow(row + 1))) {
          out.append(row, GroupCell.chunkQualifier(1, 0), chunk.toByteArray(TIMESTAMP));
          chunk.reset();
        }
      }
    }

    @Override
    public byte[] hbaseRow(long row) {
      return GROUPS.of(rowKey(row));
    }
  };

  public static final byte[] FAMILY = {'f'};

  private static final GroupKey GROUPS = new GroupKey(Long.SIZE - 10);
  private static final long TIMESTAMP = 1;

  /** The row-key column, then the value columns. */
  TableLayout table() {
    TableLayout.Builder table =
        TableLayout.newBuilder().setName("lineitem").addFamilies(ByteString.copyFrom(FAMILY));
    table.addColumns(keyColumn("l_id", SqlType.BIGINT));
    describe(table);
    return table.build();
  }

  abstract void describe(TableLayout.Builder table);

  final void describeCells(TableLayout.Builder table) {
    for (int i = 0; i < LineItems.COLUMNS.size(); i++) {
      ValueCell cell =
          ValueCell.newBuilder()
              .setFamily(ByteString.copyFrom(FAMILY))
              .setQualifier(ByteString.copyFrom(qualifier(i)))
              .setEncoding(Encoding.ORDERED)
              .build();
      table.addColumns(column(i).setCell(cell));
    }
  }

  /** Hands the cells of one row to {@code out} in HBase order. */
  public abstract void write(long row, CellWriter out) throws IOException;

  /** Hands the cells of the first {@code rows} rows to {@code out}, as a bulk load does. */
  public void writeAll(long rows, CellWriter out) throws IOException {
    for (long row = 0; row < rows; row++) {
      write(row, out);
    }
  }

  /** The HBase row that holds row {@code row}. */
  public byte[] hbaseRow(long row) {
    return rowKey(row);
  }

  /** The row key of row {@code row}. */
  public static byte[] rowKey(long row) {
    return ByteBuffer.allocate(Long.BYTES).putLong(row ^ Long.MIN_VALUE).array();
  }

  private static Column.Builder column(int position) {
    LineItems.Column column = LineItems.COLUMNS.get(position);
    return Column.newBuilder()
        .setName(column.name())
        .setType(SqlTypes.toWire(column.type()))
        .setNullable(true);
  }

  private static Column keyColumn(String name, SqlType type) {
    return Column.newBuilder()
        .setName(name)
        .setType(SqlTypes.toWire(type))
        .setKey(KeyPart.newBuilder().setEncoding(Encoding.ORDERED))
        .build();
  }

  /** The encoding of its blocks of cells. */
  DataBlockEncoding encoding() {
    return DataBlockEncoding.NONE;
  }

  /** Returns the qualifier of a value column's cell. */
  byte[] qualifier(int position) {
    return new byte[] {(byte) ('a' + position)};
  }

  /** Takes cells in order. */
  public interface CellSink {
    void append(KeyValue cell) throws IOException;
  }

  /** Encodes values as the cells of one row; as a {@link ValueSink}, one cell per value. */
  public static final class CellWriter implements ValueSink {
    private final CellSink sink;
    private final long timestamp;
    private final ValueCodec[] codecs =
        LineItems.COLUMNS.stream()
            .map(column -> ValueCodecs.of(column.type(), ValueEncoding.ORDERED))
            .toArray(ValueCodec[]::new);
    private final PackedWriter packed = new PackedCodec(LineItems.types()).newWriter();
    private final ByteBuilder value = new ByteBuilder();
    private Layout layout;
    private byte[] key;
    private int position;

    public CellWriter(CellSink sink) {
      this(sink, TIMESTAMP);
    }

    private CellWriter(CellSink sink, long timestamp) {
      this.sink = sink;
      this.timestamp = timestamp;
    }

    /** Encodes rows that are written again, later than all others. */
    static CellWriter again(CellSink sink) {
      return new CellWriter(sink, TIMESTAMP + 1);
    }

    private void startRow(Layout ofRow, long row) {
      layout = ofRow;
      key = layout.hbaseRow(row);
      position = 0;
    }

    private byte[] packedValues(long row) {
      packed.reset();
      LineItems.write(row, packed);
      return packed.toByteArray();
    }

    private void append(long row, byte[] qualifier, byte[] bytes) throws IOException {
      sink.append(new KeyValue(COLUMNAR.hbaseRow(row), FAMILY, qualifier, timestamp, bytes));
    }

    private void append(byte[] bytes) throws IOException {
      byte[] qualifier = layout.qualifier(position++);
      sink.append(new KeyValue(key, FAMILY, qualifier, timestamp, bytes));
    }

    @Override
    public void putNull() {
      position++;
    }

    @Override
    public void putLong(long number) {
      value.reset();
      codecs[position].encodeLong(number, value);
      appendValue();
    }

    @Override
    public void putDouble(double number) {
      value.reset();
      codecs[position].encodeDouble(number, value);
      appendValue();
    }

    @Override
    public void putDecimal128(long high, long low) {
      value.reset();
      codecs[position].encodeDecimal128(high, low, value);
      appendValue();
    }

    @Override
    public void putBytes(byte[] bytes, int offset, int length) {
      value.reset();
      codecs[position].encodeBytes(bytes, offset, length, value);
      appendValue();
    }

    private void appendValue() {
      try {
        append(value.toByteArray());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
