package org.apache.spark.sql.hbase.engine.operator.group;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.hash.TableHash;

/**
 * Keys of any types as bytes, one behind the other; equal keys have equal bytes. A value is a byte
 * 1 and then 8 bytes (LONG, DOUBLE), 16 bytes (DECIMAL128) or 4 bytes of length and the bytes. NULL
 * is a byte 0. NaNs are encoded as one, -0.0 as 0.0.
 *
 * <p>A key is first written behind the last one, and stays there only if {@link #keep} is called.
 */
public final class KeyArena {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** Larger arenas are not asked for: a batch that would need one fails to reserve. */
  public static final long MAX_BYTES = 1 << 30;

  private static final byte NULL = 0;
  private static final byte VALUE = 1;

  private final SqlType.Physical[] kinds;
  private final int maxFixedWidth;
  private byte[] bytes = {};

  /** The start of each key; one entry more than keys. */
  private int[] starts = {0};

  private int count;
  private int end;

  KeyArena(List<SqlType> types) {
    this(types.stream().map(SqlType::physical).toArray(SqlType.Physical[]::new));
  }

  private KeyArena(SqlType.Physical[] kinds) {
    this.kinds = kinds;
    int width = 0;
    for (SqlType.Physical kind : kinds) {
      width +=
          1
              + switch (kind) {
                case LONG, DOUBLE -> Long.BYTES;
                case DECIMAL128 -> 2 * Long.BYTES;
                case BYTES -> Integer.BYTES;
              };
    }
    maxFixedWidth = width;
  }

  /** An empty arena for keys of the same types, to compare them with the keys of this one. */
  KeyArena newScratch() {
    return new KeyArena(kinds);
  }

  int count() {
    return count;
  }

  int usedBytes() {
    return starts[count];
  }

  int allocatedBytes() {
    return bytes.length;
  }

  static long bytesPerKey() {
    return Integer.BYTES;
  }

  /** Size of the arena with room for the keys of these rows, should all of them be new. */
  long bytesFor(ColumnVector[] keys, SelectedRows rows) {
    long needed = usedBytes() + (long) rows.count * maxFixedWidth;
    for (ColumnVector key : keys) {
      needed += key.physical() == SqlType.Physical.BYTES ? key.lengthOf(rows) : 0;
    }
    return needed <= bytes.length
        ? bytes.length
        : Math.max(needed, Math.min(MAX_BYTES, bytes.length * 3L / 2));
  }

  void resize(int capacity, long arenaBytes) {
    if (capacity + 1 != starts.length) {
      starts = Arrays.copyOf(starts, capacity + 1);
    }
    if (arenaBytes != bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.toIntExact(arenaBytes));
    }
  }

  /** Writes the key of a row behind the last key. */
  void write(ColumnVector[] keys, int row) {
    int at = starts[count];
    for (int i = 0; i < kinds.length; i++) {
      ColumnVector key = keys[i];
      if (key.nulls[row]) {
        bytes[at++] = NULL;
        continue;
      }
      bytes[at++] = VALUE;
      switch (kinds[i]) {
        case LONG -> at = putLong(at, key.longs[row]);
        case DOUBLE -> at = putLong(at, normalizedBits(key.doubles[row]));
        case DECIMAL128 -> at = putLong(putLong(at, key.highs[row]), key.longs[row]);
        case BYTES -> at = putBytes(at, key.data, key.offsets[row], key.length(row));
      }
    }
    end = at;
  }

  /** The one double that stands for all that are the same key. */
  static double normalized(double value) {
    if (value == 0) {
      return 0.0;
    }
    return Double.isNaN(value) ? Double.NaN : value;
  }

  private static long normalizedBits(double value) {
    return Double.doubleToLongBits(normalized(value));
  }

  private int putLong(int at, long value) {
    LONG.set(bytes, at, value);
    return at + Long.BYTES;
  }

  private int putBytes(int at, byte[] data, int offset, int length) {
    INT.set(bytes, at, length);
    System.arraycopy(data, offset, bytes, at + Integer.BYTES, length);
    return at + Integer.BYTES + length;
  }

  /** Hash of the key that was written last. */
  int hash() {
    return TableHash.of(bytes, starts[count], end - starts[count]);
  }

  /** Whether the key that was written last equals a kept one. */
  boolean writtenEquals(int key) {
    return writtenEquals(this, key);
  }

  /** Whether the key that was written last equals one that another arena has kept. */
  boolean writtenEquals(KeyArena other, int key) {
    return Arrays.equals(
        bytes, starts[count], end, other.bytes, other.starts[key], other.starts[key + 1]);
  }

  /** Keeps the key that was written last, and returns its number. */
  int keep() {
    starts[count + 1] = end;
    return count++;
  }

  /** Appends the values of all keys. */
  void read(ColumnVector[] out) {
    int at = 0;
    for (int key = 0; key < count; key++) {
      for (int i = 0; i < kinds.length; i++) {
        at = readValue(at, kinds[i], out[i]);
      }
    }
  }

  private int readValue(int start, SqlType.Physical kind, ColumnVector out) {
    int at = start + 1;
    if (bytes[start] == NULL) {
      out.putNull();
      return at;
    }
    switch (kind) {
      case LONG -> out.putLong((long) LONG.get(bytes, at));
      case DOUBLE -> out.putDouble(Double.longBitsToDouble((long) LONG.get(bytes, at)));
      case DECIMAL128 -> {
        out.putDecimal128((long) LONG.get(bytes, at), (long) LONG.get(bytes, at + Long.BYTES));
        at += Long.BYTES;
      }
      case BYTES -> {
        int length = (int) INT.get(bytes, at);
        out.putBytes(bytes, at + Integer.BYTES, length);
        return at + Integer.BYTES + length;
      }
    }
    return at + Long.BYTES;
  }
}
