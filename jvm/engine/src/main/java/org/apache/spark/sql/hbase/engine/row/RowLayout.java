package org.apache.spark.sql.hbase.engine.row;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.hbase.codec.ValueCodecs;
import org.apache.spark.sql.hbase.codec.chunk.GroupKey;
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.rowkey.KeyForm;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPart;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPrefix;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeyCodec;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.value.ValueCodec;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.FamilyMap;
import org.apache.spark.sql.hbase.wire.proto.PackedCell;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;

/**
 * The places of the columns that a sub-plan uses in the HBase row. They are row-key parts, one cell
 * per column, fields of packed cells, all cells of a family, or a mixture. Makes batches and
 * decoders that leave out all other columns. Immutable and thread-safe.
 */
public final class RowLayout {
  /** The values of more columns would take much of the memory that there is for all tables. */
  static final int MAX_KEPT_COLUMNS = 64;

  private final List<String> names;
  private final List<SqlType> types;
  private final boolean[] referenced;
  private final TableLayout table;

  private RowLayout(TableLayout table, List<SqlType> types, boolean[] referenced) {
    this.table = table;
    this.names = table.getColumnsList().stream().map(Column::getName).toList();
    this.types = types;
    this.referenced = referenced;
  }

  /**
   * The layout of a validated table message.
   *
   * @param referenced per column whether the sub-plan looks at it
   * @throws PlanException INVALID_PLAN where an encoding does not exist for a type, or a key part
   *     cannot stand where it does
   */
  public static RowLayout of(TableLayout table, boolean[] referenced) {
    List<SqlType> types =
        table.getColumnsList().stream().map(column -> SqlTypes.of(column.getType())).toList();
    RowLayout layout = new RowLayout(table, types, referenced.clone());
    try {
      layout.newDecoder(layout.newBatch(1));
    } catch (IllegalArgumentException e) {
      throw new PlanException(
          ErrorCode.INVALID_PLAN,
          "The table's columns cannot be stored as the sub-plan says. Correct the encodings.",
          "table",
          table.getName(),
          "problem",
          e.getMessage());
    }
    return layout;
  }

  public List<String> columnNames() {
    return names;
  }

  public List<SqlType> columnTypes() {
    return types;
  }

  /** True if no column is looked at and each row of HBase is a row of the table. */
  public boolean countsOnly() {
    for (boolean isReferenced : referenced) {
      if (isReferenced) {
        return false;
      }
    }
    return !table.hasColumnar() && !table.getSetsAsideForeignRows();
  }

  /**
   * The columns that the sub-plan looks at, if their values can be kept for the next sub-plan.
   * There is one at least, and not more than {@value #MAX_KEPT_COLUMNS}, and none takes a whole
   * family.
   *
   * @param ranges at most one per column, of columns that are looked at
   */
  public Optional<DecodedColumns> decodedColumns(List<ColumnRange> ranges) {
    ByteString keys = StoredColumn.keys(table);
    StoredColumn[] stored = new StoredColumn[types.size()];
    int kept = 0;
    int part = -1;
    for (int i = 0; i < stored.length; i++) {
      Column column = table.getColumns(i);
      part += column.hasKey() ? 1 : 0;
      if (!referenced[i]) {
        continue;
      }
      kept++;
      if (column.hasFamilyMap() || kept > MAX_KEPT_COLUMNS) {
        return Optional.empty();
      }
      StoredColumn of =
          column.hasKey() ? StoredColumn.ofKey(column, part, keys) : storedColumn(column);
      if (table.hasColumnar()) {
        of = of.inGroupsOf(table.getPackedCells(0), table.getColumnar());
      }
      stored[i] = table.getSetsAsideForeignRows() ? of.inRowsOf(keys) : of;
    }
    return kept > 0
        ? Optional.of(
            new DecodedColumns(
                stored, table.hasColumnar(), ranges, this::newBatch, this::newDecoder))
        : Optional.empty();
  }

  private StoredColumn storedColumn(Column column) {
    return column.hasCell()
        ? StoredColumn.of(column)
        : StoredColumn.of(column, table.getPackedCells(column.getPacked().getCell()));
  }

  /** An empty batch with a vector for each column that the sub-plan looks at. */
  public ColumnBatch newBatch(int capacity) {
    return newBatch(capacity, ColumnBatch.FULL_AT_DATA_BYTES);
  }

  /**
   * Makes a batch that is full at {@code dataCapacity} bytes of variable length, if not before. Its
   * columns have little room at first.
   */
  public ColumnBatch newBatch(int capacity, int dataCapacity) {
    ColumnVector[] columns = new ColumnVector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = referenced[i] ? new ColumnVector(types.get(i)) : null;
    }
    return new ColumnBatch(columns, capacity, dataCapacity);
  }

  /** A decoder that appends its rows to {@code batch}, which {@link #newBatch} made. */
  public RowDecoder newDecoder(ColumnBatch batch) {
    return newDecoder(batch, List.of());
  }

  /**
   * A decoder that also leaves out rows.
   *
   * @param ranges at most one per column, of columns that are looked at
   */
  public RowDecoder newDecoder(ColumnBatch batch, List<ColumnRange> ranges) {
    return newDecoder(batch, ranges, false);
  }

  /**
   * Makes a decoder; the HBase rows of its source come in descending order where {@code
   * isBackward}.
   */
  public RowDecoder newDecoder(ColumnBatch batch, List<ColumnRange> ranges, boolean isBackward) {
    ColumnRange[] byColumn = new ColumnRange[types.size()];
    ranges.forEach(range -> byColumn[range.column()] = range);
    if (table.hasColumnar()) {
      return newGroupDecoder(batch, byColumn, isBackward);
    }
    return new TableRowDecoder(
        batch, keyReader(batch, byColumn), cellReaders(batch, byColumn), familyMaps(batch));
  }

  private RowDecoder newGroupDecoder(ColumnBatch batch, ColumnRange[] ranges, boolean isBackward) {
    PackedCell cell = table.getPackedCells(0);
    List<GroupDecoder.Target> targets = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      if (referenced[i] && table.getColumns(i).hasPacked()) {
        int field = table.getColumns(i).getPacked().getField();
        targets.add(new GroupDecoder.Target(names.get(i), batch.column(i), ranges[i], field));
      }
    }
    return new GroupDecoder(
        batch,
        new GroupKey(table.getColumnar().getGroupBits()),
        cell.getFamily().toByteArray(),
        cell.getFieldsList().stream().map(SqlTypes::of).toList(),
        targets,
        keyReader(batch, new ColumnRange[types.size()]),
        isBackward);
  }

  /**
   * A probe for each column with a range that does not lie in the row key.
   *
   * @param ranges at most one per column, of columns that are looked at
   */
  public List<ValueProbe> newProbes(List<ColumnRange> ranges) {
    return ranges.stream()
        .filter(range -> !table.getColumns(range.column()).hasKey())
        .map(this::newProbe)
        .toList();
  }

  private ValueProbe newProbe(ColumnRange range) {
    Column column = table.getColumns(range.column());
    SqlType type = types.get(range.column());
    ColumnVector value = new ColumnVector(type, 1);
    if (column.hasCell()) {
      Name name = new Name(column.getCell().getFamily(), column.getCell().getQualifier());
      CellReader reader = name.newReader(false);
      ValueCodec codec = ValueCodecs.of(type, encoding(column.getCell().getEncoding()));
      reader.addValue(column.getName(), value, null, codec);
      return new CellProbe(reader, value, range, StoredColumn.of(column));
    }
    PackedCell cell = table.getPackedCells(column.getPacked().getCell());
    if (table.hasColumnar()) {
      return new GroupProbe(
          cell.getFamily().toByteArray(),
          new GroupKey(table.getColumnar().getGroupBits()),
          cell.getFieldsList().stream().map(SqlTypes::of).toList(),
          column.getPacked().getField(),
          range,
          StoredColumn.of(column, cell).inGroupsOf(cell, table.getColumnar()));
    }
    CellReader reader = new Name(cell.getFamily(), cell.getQualifier()).newReader(false);
    int field = column.getPacked().getField();
    reader.addField(column.getName(), value, null, packedCodec(cell), field);
    return new CellProbe(reader, value, range, StoredColumn.of(column, cell));
  }

  /**
   * Null if no part of the row key is looked at: then it is not even checked, unless foreign rows
   * are set aside.
   */
  private RowKeyReader keyReader(ColumnBatch batch, ColumnRange[] ranges) {
    List<ColumnVector> columns = new ArrayList<>();
    List<ColumnRange> partRanges = new ArrayList<>();
    List<String> partNames = new ArrayList<>();
    boolean needed = table.getSetsAsideForeignRows();
    for (int i = 0; i < types.size(); i++) {
      Column column = table.getColumns(i);
      if (column.hasKey()) {
        columns.add(batch.column(i));
        partRanges.add(ranges[i]);
        partNames.add(column.getName());
        needed |= referenced[i];
      }
    }
    if (columns.isEmpty()) {
      return null;
    }
    RowKeyCodec codec = keyCodec(table);
    if (!needed) {
      return null;
    }
    return new RowKeyReader(
        codec,
        columns.toArray(ColumnVector[]::new),
        partRanges.toArray(ColumnRange[]::new),
        partNames,
        table.getSetsAsideForeignRows());
  }

  /**
   * The parts of the row key in their order.
   *
   * @throws IllegalArgumentException when there is no such key part
   */
  public static List<KeyPart> keyParts(TableLayout table) {
    return table.getColumnsList().stream()
        .filter(Column::hasKey)
        .map(
            column ->
                new KeyPart(
                    SqlTypes.of(column.getType()),
                    encoding(column.getKey().getEncoding()),
                    column.getKey().getDescending(),
                    form(column.getKey())))
        .toList();
  }

  /**
   * Reads and writes the row key of a table that has one.
   *
   * @throws IllegalArgumentException when there is no such row key
   */
  public static RowKeyCodec keyCodec(TableLayout table) {
    return new RowKeyCodec(
        keyParts(table),
        table.hasKeyPrefix() ? Optional.of(keyPrefix(table.getKeyPrefix())) : Optional.empty());
  }

  private static KeyForm form(org.apache.spark.sql.hbase.wire.proto.KeyPart part) {
    return switch (part.getForm()) {
      case PLAIN -> KeyForm.PLAIN;
      case REVERSED -> KeyForm.REVERSED;
      case DELIMITED -> KeyForm.delimited(part.getDelimiter());
      case LENGTH_PREFIXED -> KeyForm.LENGTH_PREFIXED;
      case FIXED -> KeyForm.fixed(part.getWidth());
      case ESCAPED -> KeyForm.ESCAPED;
      case UNRECOGNIZED ->
          throw new IllegalArgumentException("no form of key columns " + part.getFormValue());
    };
  }

  private static KeyPrefix keyPrefix(org.apache.spark.sql.hbase.wire.proto.KeyPrefix prefix) {
    return switch (prefix.getKindCase()) {
      case SALT_BUCKETS ->
          new KeyPrefix(KeyPrefix.Kind.SALT, prefix.getSaltBuckets(), prefix.getPartsList());
      case HASH_BYTES ->
          new KeyPrefix(KeyPrefix.Kind.HASH, prefix.getHashBytes(), prefix.getPartsList());
      case KIND_NOT_SET -> throw new IllegalArgumentException("no kind of salt or hash");
    };
  }

  private List<CellReader> cellReaders(ColumnBatch batch, ColumnRange[] ranges) {
    Map<Name, CellReader> readers = new LinkedHashMap<>();
    Map<Name, Integer> packedCells = new HashMap<>();
    PackedCodec[] codecs = new PackedCodec[table.getPackedCellsCount()];
    boolean isPermissive = table.getUndecodableAsNull();
    for (int i = 0; i < types.size(); i++) {
      Column column = table.getColumns(i);
      if (!referenced[i] || column.hasKey()) {
        continue;
      }
      if (column.hasFamilyMap()) {
        FamilyMap map = column.getFamilyMap();
        map.getExcludedQualifiersList().stream()
            .map(qualifier -> new Name(map.getFamily(), qualifier))
            .forEach(
                name -> readers.computeIfAbsent(name, unseen -> unseen.newReader(isPermissive)));
      } else if (column.hasCell()) {
        Name name = new Name(column.getCell().getFamily(), column.getCell().getQualifier());
        ValueCodec codec = ValueCodecs.of(types.get(i), encoding(column.getCell().getEncoding()));
        readers
            .computeIfAbsent(name, unseen -> unseen.newReader(isPermissive))
            .addValue(names.get(i), batch.column(i), ranges[i], codec);
      } else {
        int position = column.getPacked().getCell();
        PackedCell cell = table.getPackedCells(position);
        Name name = new Name(cell.getFamily(), cell.getQualifier());
        if (packedCells.computeIfAbsent(name, unseen -> position) != position) {
          throw new IllegalArgumentException("one packed cell is declared twice");
        }
        // Once per cell: there may be thousands of columns in it and of fields.
        codecs[position] = codecs[position] == null ? packedCodec(cell) : codecs[position];
        readers
            .computeIfAbsent(name, unseen -> unseen.newReader(isPermissive))
            .addField(
                names.get(i),
                batch.column(i),
                ranges[i],
                codecs[position],
                column.getPacked().getField());
      }
    }
    return List.copyOf(readers.values());
  }

  private List<FamilyMapReader> familyMaps(ColumnBatch batch) {
    List<FamilyMapReader> maps = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      Column column = table.getColumns(i);
      if (referenced[i] && column.hasFamilyMap()) {
        FamilyMap map = column.getFamilyMap();
        maps.add(
            new FamilyMapReader(
                column.getName(),
                map.getFamily().toByteArray(),
                ValueCodecs.of(types.get(i).fieldType(1), encoding(map.getEncoding())),
                table.getUndecodableAsNull(),
                batch.column(i)));
      }
    }
    return maps;
  }

  private static PackedCodec packedCodec(PackedCell cell) {
    return new PackedCodec(cell.getFieldsList().stream().map(SqlTypes::of).toList());
  }

  private static ValueEncoding encoding(Encoding encoding) {
    return switch (encoding) {
      case ORDERED -> ValueEncoding.ORDERED;
      case HBASE -> ValueEncoding.HBASE;
      case TEXT -> ValueEncoding.TEXT;
      case NESTED -> ValueEncoding.NESTED;
      case JSON -> ValueEncoding.JSON;
      case AVRO -> ValueEncoding.AVRO;
      case PHOENIX -> ValueEncoding.PHOENIX;
      case CAST_TEXT -> ValueEncoding.CAST_TEXT;
      case ENCODING_UNSPECIFIED, UNRECOGNIZED ->
          throw new IllegalArgumentException("no encoding " + encoding.name());
    };
  }

  private record Name(ByteString family, ByteString qualifier) {
    /**
     * @param isPermissive whether bytes that do not decode are NULL
     */
    CellReader newReader(boolean isPermissive) {
      return new CellReader(
          CellName.bytes(family.toByteArray(), qualifier.toByteArray()), isPermissive);
    }
  }
}
