package org.apache.spark.sql.hbase.codec.packed;

import org.apache.spark.sql.hbase.codec.bytes.BigEndian;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * Reads the fields of many packed cells in one array, field by field. There is one loop for all
 * values of a field, which decides nothing per value but whether it is NULL. Gives the same values
 * as {@link PackedReader}; where that one refuses a cell, or a value, this says less about it.
 *
 * <p>Made by {@link PackedCodec#newCells}. Not thread-safe; keeps the bound arrays until the next
 * {@link #bind}.
 */
public final class PackedCells {
  private final PackedCodec codec;
  private final FieldCodec[] fields;
  private byte[] bytes = {};
  private int[] starts = {};
  private int[] lengths = {};

  /**
   * The number of fields in each bound cell; all bound cells have one shape, and offsets count from
   * a cell's start.
   */
  private int fieldCount;

  private int fixedArea;
  private int tail;

  PackedCells(PackedCodec codec) {
    this.codec = codec;
    this.fields = codec.fields;
  }

  /** Whether values of the field can be read: those of nested types cannot. */
  public boolean reads(int field) {
    return !fields[field].type.isNested();
  }

  /**
   * Turns to cells, whose bytes must not change while they are read.
   *
   * @param starts of the cells in {@code bytes}
   * @param lengths of the cells
   * @param from number of the first cell
   * @param count cells from there on, at least one
   * @return cells bound: from the first one on, those that are whole and have as many fields as it.
   *     0 if the first is not a packed cell of these fields
   */
  public int bind(byte[] bytes, int[] starts, int[] lengths, int from, int count) {
    this.bytes = bytes;
    this.starts = starts;
    this.lengths = lengths;
    if (lengths[from] < PackedCodec.HEADER_BYTES) {
      return 0;
    }
    fieldCount = BigEndian.getShort(bytes, starts[from] + 1) & 0xFFFF;
    if (fieldCount > fields.length) {
      return 0;
    }
    fixedArea = PackedCodec.HEADER_BYTES + PackedCodec.bitmapBytes(fieldCount);
    tail = fixedArea + codec.offsets[fieldCount];
    int last = codec.lastVariable[fieldCount];
    int lastEnd = last == PackedCodec.NONE ? 0 : fixedArea + codec.offsets[last];
    for (int i = from; i < from + count; i++) {
      int start = starts[i];
      if (lengths[i] < tail
          || bytes[start] != PackedCodec.FORMAT
          || (BigEndian.getShort(bytes, start + 1) & 0xFFFF) != fieldCount
          || (lastEnd == 0 ? 0 : BigEndian.getInt(bytes, start + lastEnd)) != lengths[i] - tail) {
        return i - from;
      }
    }
    return count;
  }

  /**
   * Puts one field of some of the bound cells.
   *
   * @param cells numbers of the cells, as they were given, in any order
   * @return false if some value is not one of the field's type: then only those before it were put
   */
  public boolean read(int field, int[] cells, int count, ValueSink sink) {
    if (field >= fieldCount) {
      for (int i = 0; i < count; i++) {
        sink.putNull();
      }
      return true;
    }
    return switch (fields[field].form) {
      case LONG -> readLongs(field, cells, count, sink);
      case INT -> readInts(field, cells, count, sink);
      case DECIMAL64 -> readDecimals(field, cells, count, sink);
      case END_IN_TAIL -> readBytes(field, cells, count, sink);
      default -> readOthers(field, cells, count, sink);
    };
  }

  /** Returns the offset of the field in the fixed area, from the start of a cell. */
  private int at(int field) {
    return fixedArea + codec.offsets[field];
  }

  /** Returns the offset of the byte with the field's NULL bit, from the start of a cell. */
  private static int nullByte(int field) {
    return PackedCodec.HEADER_BYTES + (field >> 3);
  }

  private static int nullBit(int field) {
    return 1 << (field & 7);
  }

  private boolean readLongs(int field, int[] cells, int count, ValueSink sink) {
    int at = at(field);
    int nullByte = nullByte(field);
    int nullBit = nullBit(field);
    for (int i = 0; i < count; i++) {
      int start = starts[cells[i]];
      if ((bytes[start + nullByte] & nullBit) != 0) {
        sink.putNull();
      } else {
        sink.putLong(BigEndian.getLong(bytes, start + at));
      }
    }
    return true;
  }

  private boolean readInts(int field, int[] cells, int count, ValueSink sink) {
    int at = at(field);
    int nullByte = nullByte(field);
    int nullBit = nullBit(field);
    for (int i = 0; i < count; i++) {
      int start = starts[cells[i]];
      if ((bytes[start + nullByte] & nullBit) != 0) {
        sink.putNull();
      } else {
        sink.putLong(BigEndian.getInt(bytes, start + at));
      }
    }
    return true;
  }

  private boolean readDecimals(int field, int[] cells, int count, ValueSink sink) {
    int at = at(field);
    int nullByte = nullByte(field);
    int nullBit = nullBit(field);
    long limit = fields[field].limit;
    for (int i = 0; i < count; i++) {
      int start = starts[cells[i]];
      if ((bytes[start + nullByte] & nullBit) != 0) {
        sink.putNull();
        continue;
      }
      long unscaled = BigEndian.getLong(bytes, start + at);
      if (unscaled >= limit || unscaled <= -limit) {
        return false;
      }
      sink.putLong(unscaled);
    }
    return true;
  }

  private boolean readBytes(int field, int[] cells, int count, ValueSink sink) {
    int at = at(field);
    int nullByte = nullByte(field);
    int nullBit = nullBit(field);
    int previous = codec.lastVariable[field];
    int before = previous == PackedCodec.NONE ? 0 : fixedArea + codec.offsets[previous];
    for (int i = 0; i < count; i++) {
      int start = starts[cells[i]];
      if ((bytes[start + nullByte] & nullBit) != 0) {
        sink.putNull();
        continue;
      }
      int from = before == 0 ? 0 : BigEndian.getInt(bytes, start + before);
      int to = BigEndian.getInt(bytes, start + at);
      if (from < 0 || from > to || to > lengths[cells[i]] - tail) {
        return false;
      }
      sink.putBytes(bytes, start + tail + from, to - from);
    }
    return true;
  }

  private boolean readOthers(int field, int[] cells, int count, ValueSink sink) {
    int at = at(field);
    int nullByte = nullByte(field);
    int nullBit = nullBit(field);
    for (int i = 0; i < count; i++) {
      int start = starts[cells[i]];
      if ((bytes[start + nullByte] & nullBit) != 0) {
        sink.putNull();
        continue;
      }
      try {
        fields[field].read(bytes, start + at, field, sink);
      } catch (CodecException e) {
        return false;
      }
    }
    return true;
  }
}
