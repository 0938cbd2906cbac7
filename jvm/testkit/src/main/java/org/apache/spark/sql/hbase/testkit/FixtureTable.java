package org.apache.spark.sql.hbase.testkit;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.packed.PackedWriter;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPart;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPrefix;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeyBuilder;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeyCodec;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.PackedCell;
import org.apache.spark.sql.hbase.wire.proto.PackedField;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.apache.spark.sql.hbase.wire.proto.ValueCell;

/**
 * A table in memory: columns of the row key first, then the others, in ORDERED encoding, nested
 * ones in NESTED. The same rows can be laid out as one cell per column or packed. Rows always have
 * at least one cell, as those that the product writes.
 */
public final class FixtureTable {
  /** The form of values in the row. */
  public enum Layout {
    COLUMNS,
    PACKED
  }

  public static final byte[] FAMILY = "f".getBytes(StandardCharsets.UTF_8);

  /** Qualifier of the packed cell, and of the cell that only says that a row exists. */
  public static final byte[] ROW_QUALIFIER = "_".getBytes(StandardCharsets.UTF_8);

  private final List<FixtureColumn> columns;
  private final int keyCount;
  private final Layout layout;
  private final Optional<KeyPrefix> prefix;
  private final List<FixtureRow> rows = new ArrayList<>();
  private final RowKeyBuilder keys;
  private final PackedWriter packed;

  /**
   * @param keyCount the first so many columns make up the row key; at least one
   */
  public FixtureTable(List<FixtureColumn> columns, int keyCount, Layout layout) {
    this(columns, keyCount, layout, Optional.empty());
  }

  /**
   * @param prefix what stands in front of the row keys
   */
  public FixtureTable(
      List<FixtureColumn> columns, int keyCount, Layout layout, Optional<KeyPrefix> prefix) {
    this.columns = List.copyOf(columns);
    this.keyCount = keyCount;
    this.layout = layout;
    List<KeyPart> parts = new ArrayList<>();
    for (FixtureColumn column : columns.subList(0, keyCount)) {
      parts.add(new KeyPart(column.type(), ValueEncoding.ORDERED, false));
    }
    this.prefix = prefix;
    this.keys = new RowKeyCodec(parts, prefix).newBuilder();
    this.packed = new PackedCodec(valueTypes()).newWriter();
  }

  private List<SqlType> valueTypes() {
    return columns.subList(keyCount, columns.size()).stream().map(FixtureColumn::type).toList();
  }

  public List<FixtureColumn> columns() {
    return columns;
  }

  /** Rows in row-key order. */
  public List<FixtureRow> rows() {
    return rows;
  }

  /** Adds a row with one value per column; see {@link FixtureValues}. Keeps the rows in order. */
  public FixtureTable add(Object... values) {
    keys.reset();
    for (int i = 0; i < keyCount; i++) {
      FixtureValues.put(values[i], columns.get(i).type(), keys);
    }
    FixtureRow row = new FixtureRow(keys.toByteArray(), cells(values));
    boolean isLast = rows.isEmpty() || compare(rows.get(rows.size() - 1), row) < 0;
    rows.add(row);
    if (!isLast) {
      rows.sort(Comparator.comparing(FixtureRow::rowKey, Arrays::compareUnsigned));
    }
    return this;
  }

  private static int compare(FixtureRow a, FixtureRow b) {
    return Arrays.compareUnsigned(a.rowKey(), b.rowKey());
  }

  private List<FixtureCell> cells(Object[] values) {
    if (layout == Layout.PACKED) {
      packed.reset();
      for (int i = keyCount; i < values.length; i++) {
        FixtureValues.put(values[i], columns.get(i).type(), packed);
      }
      return List.of(cell(ROW_QUALIFIER, packed.toByteArray()));
    }
    List<FixtureCell> cells = new ArrayList<>();
    cells.add(cell(ROW_QUALIFIER, new byte[0]));
    for (int i = keyCount; i < values.length; i++) {
      if (values[i] != null) {
        FixtureColumn column = columns.get(i);
        cells.add(
            cell(
                qualifier(column),
                FixtureValues.encode(values[i], column.type(), encoding(column))));
      }
    }
    cells.sort(Comparator.comparing(FixtureCell::name, Arrays::compareUnsigned));
    return cells;
  }

  private static ValueEncoding encoding(FixtureColumn column) {
    return column.type().isNested() ? ValueEncoding.NESTED : ValueEncoding.ORDERED;
  }

  private static FixtureCell cell(byte[] qualifier, byte[] value) {
    return new FixtureCell(FAMILY, qualifier, 1, value);
  }

  /** The qualifier under which a column's cell is stored. */
  public static byte[] qualifier(FixtureColumn column) {
    return column.name().getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the layout of this table as a sub-plan states it. */
  public TableLayout toMessage() {
    TableLayout.Builder table = TableLayout.newBuilder().setName("fixture");
    table.addFamilies(ByteString.copyFrom(FAMILY));
    if (layout == Layout.PACKED) {
      PackedCell.Builder cell = table.addPackedCellsBuilder();
      cell.setFamily(ByteString.copyFrom(FAMILY)).setQualifier(ByteString.copyFrom(ROW_QUALIFIER));
      valueTypes().forEach(type -> cell.addFields(SqlTypes.toWire(type)));
    }
    for (int i = 0; i < columns.size(); i++) {
      table.addColumns(column(i));
    }
    prefix.map(FixtureTable::message).ifPresent(table::setKeyPrefix);
    return table.build();
  }

  /** Returns a salt or hash as a sub-plan states it. */
  public static org.apache.spark.sql.hbase.wire.proto.KeyPrefix message(KeyPrefix prefix) {
    var message =
        org.apache.spark.sql.hbase.wire.proto.KeyPrefix.newBuilder().addAllParts(prefix.parts());
    return switch (prefix.kind()) {
      case SALT -> message.setSaltBuckets(prefix.size()).build();
      case HASH -> message.setHashBytes(prefix.size()).build();
    };
  }

  private Column column(int ordinal) {
    FixtureColumn column = columns.get(ordinal);
    Column.Builder message =
        Column.newBuilder()
            .setName(column.name())
            .setType(SqlTypes.toWire(column.type()))
            .setNullable(ordinal >= keyCount);
    if (ordinal < keyCount) {
      message.getKeyBuilder().setEncoding(Encoding.ORDERED);
    } else if (layout == Layout.PACKED) {
      message.setPacked(PackedField.newBuilder().setCell(0).setField(ordinal - keyCount));
    } else {
      message.setCell(
          ValueCell.newBuilder()
              .setFamily(ByteString.copyFrom(FAMILY))
              .setQualifier(ByteString.copyFrom(qualifier(column)))
              .setEncoding(Encoding.valueOf(encoding(column).name())));
    }
    return message.build();
  }
}
