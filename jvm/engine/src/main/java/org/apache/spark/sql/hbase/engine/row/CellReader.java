package org.apache.spark.sql.hbase.engine.row;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.hbase.codec.CodecException;
import org.apache.spark.sql.hbase.codec.PackedCodec;
import org.apache.spark.sql.hbase.codec.PackedReader;
import org.apache.spark.sql.hbase.codec.ValueCodec;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;

/**
 * Decodes the cells of one family and qualifier into the columns that lie in it: one whole value
 * for each, or fields of a packed cell. Not thread-safe.
 */
final class CellReader {
  private final byte[] family;
  private final byte[] qualifier;
  private final List<Target> targets = new ArrayList<>();
  private PackedReader packed;
  private Target[] decoded = {};

  /**
   * Number of the row in which a cell was last decoded, -1 before the first; see {@link
   * TableRowDecoder}.
   */
  long lastRow = -1;

  /** Timestamp of that cell. */
  long lastTimestamp;

  CellReader(RowLayout.CellName name) {
    this(name.family().toByteArray(), name.qualifier().toByteArray());
  }

  /** The arrays are taken over. */
  CellReader(byte[] family, byte[] qualifier) {
    this.family = family;
    this.qualifier = qualifier;
  }

  /** True if no column lies in the cell. */
  boolean isIgnored() {
    return decoded.length == 0;
  }

  /** {@code codec} is null for a field of a packed cell. */
  private record Target(String name, ColumnVector column, ValueCodec codec, int field) {}

  void addValue(String name, ColumnVector column, ValueCodec codec) {
    add(new Target(name, column, codec, -1));
  }

  /** Every packed column of one cell comes with an equal codec. */
  void addField(String name, ColumnVector column, PackedCodec codec, int field) {
    if (packed == null) {
      packed = codec.newReader();
    }
    add(new Target(name, column, null, field));
  }

  private void add(Target target) {
    targets.add(target);
    decoded = targets.toArray(Target[]::new);
  }

  boolean matches(byte[] f, int fOffset, int fLength, byte[] q, int qOffset, int qLength) {
    return equal(qualifier, q, qOffset, qLength) && equal(family, f, fOffset, fLength);
  }

  /** Names are short, and neighbours differ in their last byte: faster than Arrays.equals. */
  private static boolean equal(byte[] name, byte[] other, int offset, int length) {
    if (name.length != length) {
      return false;
    }
    for (int i = length - 1; i >= 0; i--) {
      if (name[i] != other[offset + i]) {
        return false;
      }
    }
    return true;
  }

  int nameHash() {
    return nameHash(family, 0, family.length, qualifier, 0, qualifier.length);
  }

  static int nameHash(byte[] f, int fOffset, int fLength, byte[] q, int qOffset, int qLength) {
    int hash = fLength;
    for (int i = fOffset; i < fOffset + fLength; i++) {
      hash = hash * 31 + f[i];
    }
    for (int i = qOffset; i < qOffset + qLength; i++) {
      hash = hash * 31 + q[i];
    }
    hash *= 0x9E3779B9;
    return hash ^ hash >>> 16;
  }

  /** Appends one value to each column. */
  void read(byte[] value, int offset, int length) {
    bind(value, offset, length);
    for (Target target : decoded) {
      try {
        if (target.codec == null) {
          packed.read(target.field, target.column);
        } else {
          target.codec.decode(value, offset, length, target.column);
        }
      } catch (CodecException e) {
        throw e.withColumn(target.name);
      }
    }
  }

  private void bind(byte[] value, int offset, int length) {
    if (packed == null) {
      return;
    }
    try {
      packed.bind(value, offset, length);
    } catch (CodecException e) {
      throw e.withColumn(decoded[0].name);
    }
  }

  /** Takes back what {@link #read} appended for the row at {@code position}. */
  void unread(int position) {
    for (Target target : decoded) {
      target.column.truncate(position);
    }
  }

  /** Appends NULL to each column: the row has no such cell. */
  void readAbsent() {
    for (Target target : decoded) {
      target.column.putNull();
    }
  }
}
