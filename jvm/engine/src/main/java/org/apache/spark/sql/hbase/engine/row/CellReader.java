package org.apache.spark.sql.hbase.engine.row;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.hbase.codec.packed.PackedCells;
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.packed.PackedReader;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.value.ValueCodec;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;

/**
 * Decodes the cells of one family and qualifier into the columns that lie in it. Each is one whole
 * value, or a field of a packed cell. Bytes that do not decode raise an error or are NULL, as the
 * table says. Not thread-safe.
 */
final class CellReader {
  final CellName name;

  private final List<Target> targets = new ArrayList<>();
  private int targetsWithRange;
  private PackedReader packed;
  private PackedCodec packedCodec;

  /** The targets in the order in which they are decoded, null until the first cell. */
  private Target[] decoded;

  /** Whether bytes that do not decode are NULL. */
  private final boolean isPermissive;

  private int undecodableValues;

  /** Number of the last row that has a value in the columns, -1 before the first. */
  long lastRow = -1;

  /** {@code name} as {@link CellName#bytes} makes it; the array is taken over. */
  CellReader(byte[] name, boolean isPermissive) {
    this.name = new CellName(name);
    this.isPermissive = isPermissive;
  }

  /** True if no column lies in the cell. */
  boolean isIgnored() {
    return targets.isEmpty();
  }

  /**
   * {@code codec} is null for a field of a packed cell, {@code range} where every value is
   * accepted.
   */
  private record Target(
      String name, ColumnVector column, ColumnRange range, ValueCodec codec, int field) {}

  void addValue(String name, ColumnVector column, ColumnRange range, ValueCodec codec) {
    add(new Target(name, column, range, codec, -1));
  }

  /** Every packed column of one cell comes with an equal codec. */
  void addField(String name, ColumnVector column, ColumnRange range, PackedCodec codec, int field) {
    if (packed == null) {
      packed = codec.newReader();
      packedCodec = codec;
    }
    add(new Target(name, column, range, null, field));
  }

  /**
   * A reader of many such cells at a time, into the same columns. It is empty if the cell holds a
   * whole value, or a field of a nested type is looked at.
   */
  Optional<PackedRunReader> newRunReader() {
    if (packedCodec == null) {
      return Optional.empty();
    }
    PackedCells cells = packedCodec.newCells();
    if (!targets.stream().allMatch(target -> target.field >= 0 && cells.reads(target.field))) {
      return Optional.empty();
    }
    return Optional.of(
        new PackedRunReader(
            name,
            cells,
            targets.stream()
                .map(
                    target -> new PackedRunReader.Target(target.column, target.range, target.field))
                .toList()));
  }

  /** Columns with a range come first: where they reject the row, the others are not decoded. */
  private void add(Target target) {
    targets.add(target.range == null ? targets.size() : targetsWithRange++, target);
  }

  private Target[] decoded() {
    if (decoded == null) {
      decoded = targets.toArray(Target[]::new);
    }
    return decoded;
  }

  /**
   * Appends one value to each column.
   *
   * @return false if one lies outside its column's range: then columns may lack their value
   */
  boolean read(byte[] value, int offset, int length) {
    undecodableValues = 0;
    Target[] decoded = decoded();
    if (!bind(value, offset, length)) {
      undecodableValues = decoded.length;
      return readAbsent();
    }
    for (int i = 0; i < decoded.length; i++) {
      Target target = decoded[i];
      try {
        if (target.codec == null) {
          packed.read(target.field, target.column);
        } else {
          target.codec.decode(value, offset, length, target.column);
        }
      } catch (CodecException e) {
        if (!isPermissive) {
          throw e.withColumn(target.name);
        }
        target.column.putNull();
        undecodableValues++;
      }
      if (target.range != null && !target.range.acceptsLast(target.column)) {
        lookEarlierAt(i);
        return false;
      }
    }
    return true;
  }

  /** So the range that rejects most rows comes to be looked at first. */
  private void lookEarlierAt(int i) {
    if (i > 0) {
      Target target = decoded[i];
      decoded[i] = decoded[i - 1];
      decoded[i - 1] = target;
    }
  }

  /** Columns to which the last {@link #read} gave NULL because their bytes do not decode. */
  int undecodableValues() {
    return undecodableValues;
  }

  /** False if the bytes are no packed cell. */
  private boolean bind(byte[] value, int offset, int length) {
    if (packed == null) {
      return true;
    }
    try {
      packed.bind(value, offset, length);
      return true;
    } catch (CodecException e) {
      if (isPermissive) {
        return false;
      }
      throw e.withColumn(targets.get(0).name);
    }
  }

  /**
   * Appends NULL to each column: the row has no such cell.
   *
   * @return false if a column wants a value
   */
  boolean readAbsent() {
    for (Target target : decoded()) {
      target.column.putNull();
    }
    return targetsWithRange == 0;
  }
}
