package org.apache.spark.sql.hbase.client.bench;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.spark.sql.hbase.codec.ByteBuilder;
import org.apache.spark.sql.hbase.codec.PackedCodec;
import org.apache.spark.sql.hbase.codec.PackedWriter;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.codec.ValueCodec;
import org.apache.spark.sql.hbase.codec.ValueEncoding;
import org.apache.spark.sql.hbase.codec.ValueSink;
import org.apache.spark.sql.hbase.engine.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.KeyPart;
import org.apache.spark.sql.hbase.wire.proto.PackedCell;
import org.apache.spark.sql.hbase.wire.proto.PackedField;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.apache.spark.sql.hbase.wire.proto.ValueCell;

/** How {@link LineItems} lie in the HBase table. */
public enum Layout {
  /** One cell per column; the qualifier is one byte. */
  COLUMNS {
    @Override
    void describe(TableLayout.Builder table) {
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

    @Override
    public void write(long row, CellWriter out) throws IOException {
      out.startRow(row);
      LineItems.write(row, out);
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
      out.startRow(row);
      out.packed.reset();
      LineItems.write(row, out.packed);
      out.append(out.packed.toByteArray());
    }
  };

  public static final byte[] FAMILY = {'f'};

  /** The row-key column, then the value columns. */
  TableLayout table() {
    TableLayout.Builder table =
        TableLayout.newBuilder().setName("lineitem").addFamilies(ByteString.copyFrom(FAMILY));
    table.addColumns(
        Column.newBuilder()
            .setName("l_id")
            .setType(SqlTypes.toWire(SqlType.BIGINT))
            .setKey(KeyPart.newBuilder().setEncoding(Encoding.ORDERED)));
    describe(table);
    return table.build();
  }

  abstract void describe(TableLayout.Builder table);

  /** Hands the cells of one row to {@code out} in HBase order. */
  public abstract void write(long row, CellWriter out) throws IOException;

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

  private static byte[] qualifier(int position) {
    return new byte[] {(byte) ('a' + position)};
  }

  /** Takes cells in order. */
  public interface CellSink {
    void append(KeyValue cell) throws IOException;
  }

  /** Encodes values as the cells of one row; as a {@link ValueSink}, one cell per value. */
  public static final class CellWriter implements ValueSink {
    private final CellSink sink;
    private final ValueCodec[] codecs =
        LineItems.COLUMNS.stream()
            .map(column -> ValueCodec.of(column.type(), ValueEncoding.ORDERED))
            .toArray(ValueCodec[]::new);
    private final PackedWriter packed =
        new PackedCodec(LineItems.COLUMNS.stream().map(LineItems.Column::type).toList())
            .newWriter();
    private final ByteBuilder value = new ByteBuilder();
    private byte[] key;
    private int position;

    public CellWriter(CellSink sink) {
      this.sink = sink;
    }

    private void startRow(long row) {
      key = rowKey(row);
      position = 0;
    }

    private void append(byte[] bytes) throws IOException {
      sink.append(new KeyValue(key, FAMILY, qualifier(position++), 1, bytes));
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
