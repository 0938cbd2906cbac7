package org.apache.spark.sql.hbase.wire.plan;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.FamilyMap;
import org.apache.spark.sql.hbase.wire.proto.KeyForm;
import org.apache.spark.sql.hbase.wire.proto.KeyPart;
import org.apache.spark.sql.hbase.wire.proto.KeyPrefix;
import org.apache.spark.sql.hbase.wire.proto.PackedCell;
import org.apache.spark.sql.hbase.wire.proto.PackedField;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;

/** Checks a sub-plan's table layout. */
final class TableChecks {
  private static final int MAX_COLUMNS = 4096;
  private static final int MAX_FAMILIES = 256;

  /** Other columns, and cells of some that were dropped. */
  private static final int MAX_EXCLUDED = 1 << 16;

  private static final int MAX_PACKED_CELLS = 256;

  /** The field count of a packed cell is 16 bits. */
  private static final int MAX_PACKED_FIELDS = 0xFFFF;

  /** A salt is one byte. */
  private static final int MAX_SALT_BUCKETS = 256;

  /** The hash has no more. */
  private static final int MAX_HASH_BYTES = 4;

  private static final int MAX_BYTE = 0xFF;

  /** HBase's limit. */
  private static final int MAX_KEY_BYTES = Short.MAX_VALUE;

  /** The bits of HBase's longest row key. */
  private static final int MAX_GROUP_BITS = MAX_KEY_BYTES * Byte.SIZE;

  private TableChecks() {}

  static List<DataType> columnTypes(TableLayout table) {
    return table.getColumnsList().stream().map(Column::getType).toList();
  }

  static void check(TableLayout table) {
    PlanChecks.knownFields(table, "table");
    PlanChecks.atMost(table.getColumnsCount(), MAX_COLUMNS, "table.columns");
    PlanChecks.atMost(table.getFamiliesCount(), MAX_FAMILIES, "table.families");
    PlanChecks.atMost(table.getPackedCellsCount(), MAX_PACKED_CELLS, "table.packed_cells");
    Set<ByteString> families = table.getFamiliesList().stream().collect(Collectors.toSet());
    families.forEach(
        family -> PlanChecks.require(!family.isEmpty(), "table.families", "one is empty"));
    for (int i = 0; i < table.getPackedCellsCount(); i++) {
      checkPackedCell(table.getPackedCells(i), families, "table.packed_cells[" + i + "]");
    }
    for (int i = 0; i < table.getColumnsCount(); i++) {
      checkColumn(table.getColumns(i), table, families, "table.columns[" + i + "]");
    }
    if (table.hasKeyPrefix()) {
      checkKeyPrefix(table.getKeyPrefix(), table, "table.key_prefix");
    }
    if (table.hasColumnar()) {
      checkColumnar(table, "table.columnar");
    }
  }

  private static void checkColumnar(TableLayout table, String path) {
    PlanChecks.knownFields(table.getColumnar(), path);
    int bits = table.getColumnar().getGroupBits();
    boolean inRange = bits >= 1 && bits <= MAX_GROUP_BITS;
    PlanChecks.require(inRange, path, "group_bits is out of range");
    PlanChecks.require(table.getPackedCellsCount() == 1, path, "there is not one packed cell");
    List<Column> columns = table.getColumnsList();
    boolean inChunks = columns.stream().allMatch(column -> column.hasKey() || column.hasPacked());
    PlanChecks.require(inChunks, path, "a column lies outside of the chunks");
    boolean hasKey = columns.stream().anyMatch(Column::hasKey);
    PlanChecks.require(hasKey, path, "the row key has no columns");
    // A chunk that does not decode says nothing of how many rows it stands for.
    PlanChecks.require(!table.getUndecodableAsNull(), path, "undecodable_as_null is set");
    PlanChecks.require(!table.getSetsAsideForeignRows(), path, "sets_aside_foreign_rows is set");
  }

  private static void checkKeyPrefix(KeyPrefix prefix, TableLayout table, String path) {
    PlanChecks.knownFields(prefix, path);
    switch (prefix.getKindCase()) {
      case SALT_BUCKETS -> checkSize(prefix.getSaltBuckets(), MAX_SALT_BUCKETS, path);
      case HASH_BYTES -> checkSize(prefix.getHashBytes(), MAX_HASH_BYTES, path);
      case KIND_NOT_SET -> throw PlanChecks.invalid(path, "has no kind");
    }
    PlanChecks.require(prefix.getPartsCount() > 0, path, "has no parts");
    long keyColumns = table.getColumnsList().stream().filter(Column::hasKey).count();
    int before = -1;
    for (int part : prefix.getPartsList()) {
      PlanChecks.require(part > before, path, "parts do not ascend");
      PlanChecks.require(part < keyColumns, path, "a part is not of the row key");
      before = part;
    }
  }

  private static void checkSize(int size, int max, String path) {
    PlanChecks.require(size >= 1 && size <= max, path, "its size is out of range");
  }

  private static void checkPackedCell(PackedCell cell, Set<ByteString> families, String path) {
    PlanChecks.knownFields(cell, path);
    checkFamily(cell.getFamily(), families, path);
    String fieldsPath = path + ".fields";
    PlanChecks.atMost(cell.getFieldsCount(), MAX_PACKED_FIELDS, fieldsPath);
    cell.getFieldsList().forEach(type -> TypeChecks.check(type, fieldsPath));
  }

  private static void checkColumn(
      Column column, TableLayout table, Set<ByteString> families, String path) {
    PlanChecks.knownFields(column, path);
    TypeChecks.check(column.getType(), path + ".type");
    switch (column.getPlaceCase()) {
      case KEY -> {
        PlanChecks.knownFields(column.getKey(), path + ".key");
        checkEncoding(
            column.getKey().getEncoding(), column.getKey().getEncodingValue(), path + ".key");
        PlanChecks.require(
            column.getKey().getEncoding() != Encoding.CAST_TEXT,
            path + ".key",
            "another text of a value is another row key, so the encoding is for values only");
        checkForm(column.getKey(), path + ".key");
      }
      case CELL -> {
        PlanChecks.knownFields(column.getCell(), path + ".cell");
        checkEncoding(
            column.getCell().getEncoding(), column.getCell().getEncodingValue(), path + ".cell");
        checkFamily(column.getCell().getFamily(), families, path + ".cell");
      }
      case PACKED -> checkPackedField(column, table, path + ".packed");
      case FAMILY_MAP -> checkFamilyMap(column, families, path + ".family_map");
      case PLACE_NOT_SET -> throw PlanChecks.invalid(path, "has no place");
    }
  }

  private static void checkPackedField(Column column, TableLayout table, String path) {
    PackedField place = column.getPacked();
    PlanChecks.knownFields(place, path);
    boolean cellInRange = place.getCell() >= 0 && place.getCell() < table.getPackedCellsCount();
    PlanChecks.require(cellInRange, path, "cell is out of range");
    PackedCell cell = table.getPackedCells(place.getCell());
    boolean fieldInRange = place.getField() >= 0 && place.getField() < cell.getFieldsCount();
    PlanChecks.require(fieldInRange, path, "field is out of range");
    boolean sameType = cell.getFields(place.getField()).equals(column.getType());
    PlanChecks.require(sameType, path, "the field has another type than the column");
  }

  private static void checkFamilyMap(Column column, Set<ByteString> families, String path) {
    FamilyMap map = column.getFamilyMap();
    PlanChecks.knownFields(map, path);
    checkEncoding(map.getEncoding(), map.getEncodingValue(), path);
    checkFamily(map.getFamily(), families, path);
    PlanChecks.atMost(
        map.getExcludedQualifiersCount(), MAX_EXCLUDED, path + ".excluded_qualifiers");
    DataType type = column.getType();
    PlanChecks.require(
        type.getKind() == TypeKind.MAP && isQualifier(type.getNested(0).getType().getKind()),
        path,
        "the column is no MAP with STRING or BINARY keys");
  }

  private static boolean isQualifier(TypeKind kind) {
    return kind == TypeKind.STRING || kind == TypeKind.BINARY;
  }

  private static void checkFamily(ByteString family, Set<ByteString> families, String path) {
    PlanChecks.require(!family.isEmpty(), path, "has no family");
    boolean isRead = families.isEmpty() || families.contains(family);
    PlanChecks.require(isRead, path, "its family is not among table.families");
  }

  private static void checkForm(KeyPart part, String path) {
    if (part.getForm() == KeyForm.UNRECOGNIZED) {
      throw PlanChecks.unsupportedValue(path + ".form", part.getFormValue());
    }
    int most = part.getForm() == KeyForm.DELIMITED ? MAX_BYTE : 0;
    boolean isByte = part.getDelimiter() >= 0 && part.getDelimiter() <= most;
    PlanChecks.require(isByte, path, "its delimiter is out of range");
    boolean isFixed = part.getForm() == KeyForm.FIXED;
    boolean isWidth =
        isFixed ? part.getWidth() >= 1 && part.getWidth() <= MAX_KEY_BYTES : part.getWidth() == 0;
    PlanChecks.require(isWidth, path, "its width is out of range");
  }

  private static void checkEncoding(Encoding encoding, int number, String path) {
    if (encoding == Encoding.UNRECOGNIZED) {
      throw PlanChecks.unsupportedValue(path + ".encoding", number);
    }
    PlanChecks.require(encoding != Encoding.ENCODING_UNSPECIFIED, path, "has no encoding");
  }
}
