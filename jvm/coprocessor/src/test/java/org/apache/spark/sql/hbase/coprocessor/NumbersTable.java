package org.apache.spark.sql.hbase.coprocessor;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.spark.sql.hbase.codec.ValueCodecs;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.packed.PackedWriter;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPart;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeyBuilder;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeyCodec;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.PackedCell;
import org.apache.spark.sql.hbase.wire.proto.PackedField;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;
import org.apache.spark.sql.hbase.wire.proto.ValueCell;

/**
 * A table with the coprocessor and the columns {@code k BIGINT} (row key), {@code g STRING} and
 * {@code n BIGINT}. Row k has g = "g" + k % 7 and n = k, except that n is NULL where k % 10 = 3.
 */
final class NumbersTable {
  enum Layout {
    COLUMNS,
    PACKED
  }

  static final byte[] FAMILY = {'f'};
  private static final byte[] G = {'g'};
  private static final byte[] N = {'n'};
  private static final byte[] PACKED = {'p'};
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final RowKeyCodec KEY =
      new RowKeyCodec(List.of(new KeyPart(SqlType.BIGINT, ValueEncoding.ORDERED, false)));

  private final TableName name;
  private final Layout layout;

  private NumbersTable(TableName name, Layout layout) {
    this.name = name;
    this.layout = layout;
  }

  /**
   * Creates a table of its own.
   *
   * @param settings values of the table descriptor
   * @param splits first keys of all regions but the first
   */
  static NumbersTable create(
      Connection connection, Layout layout, Map<ServerSetting, String> settings, long... splits)
      throws IOException {
    TableName name = TableName.valueOf("numbers" + NUMBER.incrementAndGet());
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .setCoprocessor(
                CoprocessorDescriptorBuilder.newBuilder(SparkSQLRegionObserver.class.getName())
                    .build());
    settings.forEach((setting, value) -> table.setValue(setting.key(), value));
    byte[][] splitKeys = new byte[splits.length][];
    for (int i = 0; i < splits.length; i++) {
      splitKeys[i] = rowKey(splits[i]);
    }
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(table.build(), splits.length == 0 ? null : splitKeys);
    }
    return new NumbersTable(name, layout);
  }

  /** For plans that run nowhere. */
  static NumbersTable notCreated(Layout layout) {
    return new NumbersTable(TableName.valueOf("numbers"), layout);
  }

  TableName name() {
    return name;
  }

  /** Writes the rows {@code from} to {@code to - 1}. */
  NumbersTable load(Connection connection, long from, long to) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (long k = from; k < to; k++) {
      puts.add(put(k));
    }
    try (Table table = connection.getTable(name)) {
      table.put(puts);
    }
    return this;
  }

  /** Writes what is in memory to a store file. */
  NumbersTable flush(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.flush(name);
    }
    return this;
  }

  static byte[] rowKey(long k) {
    RowKeyBuilder builder = KEY.newBuilder();
    builder.putLong(k);
    return builder.toByteArray();
  }

  static boolean isNull(long k) {
    return k % 10 == 3;
  }

  private Put put(long k) {
    byte[] g = ("g" + k % 7).getBytes(StandardCharsets.US_ASCII);
    Put put = new Put(rowKey(k));
    if (layout == Layout.PACKED) {
      PackedWriter writer = new PackedCodec(List.of(SqlType.STRING, SqlType.BIGINT)).newWriter();
      writer.putBytes(g, 0, g.length);
      if (isNull(k)) {
        writer.putNull();
      } else {
        writer.putLong(k);
      }
      return put.addColumn(FAMILY, PACKED, writer.toByteArray());
    }
    put.addColumn(FAMILY, G, g);
    if (!isNull(k)) {
      ByteBuilder value = new ByteBuilder();
      ValueCodecs.of(SqlType.BIGINT, ValueEncoding.ORDERED).encodeLong(k, value);
      put.addColumn(FAMILY, N, value.toByteArray());
    }
    return put;
  }

  /** The columns k, g, n at positions 0, 1, 2. */
  TableLayout tableLayout() {
    TableLayout.Builder table =
        TableLayout.newBuilder()
            .setName(name.getNameAsString())
            .addFamilies(ByteString.copyFrom(FAMILY));
    table.addColumns(
        column("k", TypeKind.BIGINT)
            .setKey(
                org.apache.spark.sql.hbase.wire.proto.KeyPart.newBuilder()
                    .setEncoding(Encoding.ORDERED)));
    if (layout == Layout.PACKED) {
      table.addPackedCells(
          PackedCell.newBuilder()
              .setFamily(ByteString.copyFrom(FAMILY))
              .setQualifier(ByteString.copyFrom(PACKED))
              .addFields(type(TypeKind.STRING))
              .addFields(type(TypeKind.BIGINT)));
      table.addColumns(
          column("g", TypeKind.STRING)
              .setPacked(PackedField.newBuilder().setField(0))
              .setNullable(true));
      table.addColumns(
          column("n", TypeKind.BIGINT)
              .setPacked(PackedField.newBuilder().setField(1))
              .setNullable(true));
    } else {
      table.addColumns(column("g", TypeKind.STRING).setCell(cell(G)).setNullable(true));
      table.addColumns(column("n", TypeKind.BIGINT).setCell(cell(N)).setNullable(true));
    }
    return table.build();
  }

  private static Column.Builder column(String name, TypeKind kind) {
    return Column.newBuilder().setName(name).setType(type(kind));
  }

  private static ValueCell.Builder cell(byte[] qualifier) {
    return ValueCell.newBuilder()
        .setFamily(ByteString.copyFrom(FAMILY))
        .setQualifier(ByteString.copyFrom(qualifier))
        .setEncoding(Encoding.ORDERED);
  }

  private static DataType type(TypeKind kind) {
    return DataType.newBuilder().setKind(kind).build();
  }
}
