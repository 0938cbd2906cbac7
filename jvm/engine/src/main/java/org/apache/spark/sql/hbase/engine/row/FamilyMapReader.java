package org.apache.spark.sql.hbase.engine.row;

import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.bytes.Utf8Validity;
import org.apache.spark.sql.hbase.codec.packed.MapWriter;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.value.ValueCodec;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;

/**
 * Gathers the cells of one family that are no columns of their own into one MAP column: {@link
 * #startRow}, {@link #add} for each of them in HBase order, {@link #endRow}. Nothing is allocated
 * per cell. Not thread-safe.
 */
final class FamilyMapReader {
  private final String column;

  /** The prefix of the qualifiers of its cells. */
  private final byte[] prefix;

  private final ValueCodec codec;
  private final boolean isPermissive;
  private final boolean hasTextKeys;
  private final ColumnVector values;
  private final MapWriter map;

  /** Qualifier of the entry that was added last. */
  private byte[] lastKey = new byte[32];

  private int lastKeyLength;
  private int entries;
  private int undecodableValues;

  /**
   * @param codec of the map's values
   * @param isPermissive whether values that do not decode are NULL, and entries left out whose
   *     qualifier is no key
   */
  FamilyMapReader(
      String column, byte[] family, ValueCodec codec, boolean isPermissive, ColumnVector values) {
    this.column = column;
    this.prefix = CellName.bytes(family, new byte[0]);
    this.codec = codec;
    this.isPermissive = isPermissive;
    this.hasTextKeys = values.type().fieldType(0).kind() == SqlType.Kind.STRING;
    this.values = values;
    this.map = new MapWriter(values.type());
  }

  void startRow() {
    map.reset();
    entries = 0;
    undecodableValues = 0;
  }

  /**
   * Adds the cell if it is of the family and no older version of the cell before it.
   *
   * @param name as {@link CellName} makes it, of no column
   */
  void add(
      byte[] name, int nameOffset, int nameLength, byte[] value, int valueOffset, int valueLength) {
    int key = nameOffset + prefix.length;
    int keyLength = nameLength - prefix.length;
    if (keyLength < 0
        || !Arrays.equals(prefix, 0, prefix.length, name, nameOffset, key)
        || isLastKey(name, key, keyLength)) {
      return;
    }
    if (hasTextKeys && !Utf8Validity.isValid(name, key, nameLength + nameOffset)) {
      if (!isPermissive) {
        throw CodecException.qualifier(name, key, keyLength).withColumn(column);
      }
      undecodableValues++;
      return;
    }
    map.keys().putBytes(name, key, keyLength);
    try {
      codec.decode(value, valueOffset, valueLength, map.values());
    } catch (CodecException e) {
      if (!isPermissive) {
        throw e.withColumn(column);
      }
      map.values().putNull();
      undecodableValues++;
    }
    keep(name, key, keyLength);
    entries++;
  }

  private boolean isLastKey(byte[] name, int key, int length) {
    return entries > 0
        && length == lastKeyLength
        && Arrays.equals(name, key, key + length, lastKey, 0, length);
  }

  private void keep(byte[] name, int key, int length) {
    if (length > lastKey.length) {
      lastKey = new byte[2 * length];
    }
    System.arraycopy(name, key, lastKey, 0, length);
    lastKeyLength = length;
  }

  /** Appends the map of the row to the column. */
  void endRow() {
    if (entries == 0) {
      values.putNull();
    } else {
      map.putTo(values);
    }
  }

  /** Values of the row that are NULL, and entries that are left out, for they do not decode. */
  int undecodableValues() {
    return undecodableValues;
  }
}
