package org.apache.spark.sql.hbase.codec.packed;

import org.apache.spark.sql.hbase.codec.bytes.BigEndian;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.DiscardingSink;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * Reads the fields of one packed cell, or of one STRUCT, after the other, in any order, without
 * allocation. Made by {@link PackedCodec#newReader}. Not thread-safe; keeps the bound array until
 * the next {@link #bind}.
 */
public final class PackedReader implements NestedReader {
  private final PackedCodec codec;
  private final FieldCodec[] fields;

  /** Null for fields that are not nested. */
  private final NestedReader[] nested;

  private byte[] cell;
  private int start;
  private int end;
  private int fieldCount;
  private int bitmap;
  private int fixedArea;
  private int tail;

  PackedReader(PackedCodec codec) {
    this.codec = codec;
    this.fields = codec.fields;
    this.nested = new NestedReader[fields.length];
    for (int i = 0; i < fields.length; i++) {
      nested[i] = fields[i].type.isNested() ? NestedReader.of(fields[i].type) : null;
    }
  }

  /**
   * Turns to a cell, whose bytes must not change while it is read.
   *
   * @throws CodecException CORRUPT_VALUE when the bytes are not a packed cell of these fields
   */
  @Override
  public void bind(byte[] bytes, int offset, int length) {
    cell = bytes;
    start = offset;
    end = offset + length;
    fieldCount = 0;
    if (length < PackedCodec.HEADER_BYTES || bytes[offset] != PackedCodec.FORMAT) {
      throw corrupt("a packed cell starts with format 0x01 and a field count of 2 bytes");
    }
    int count = BigEndian.getShort(bytes, offset + 1) & 0xFFFF;
    if (count > fields.length) {
      throw corrupt(
          "the cell has "
              + count
              + " fields, the table has only "
              + fields.length
              + "; if a column was added after the query was planned, run the query again");
    }
    bitmap = offset + PackedCodec.HEADER_BYTES;
    fixedArea = bitmap + PackedCodec.bitmapBytes(count);
    tail = fixedArea + codec.offsets[count];
    if (tail > end) {
      throw corrupt("the fixed area of " + count + " fields ends at byte " + (tail - offset));
    }
    int last = codec.lastVariable[count];
    int tailLength = last == PackedCodec.NONE ? 0 : tailEnd(last);
    if (tailLength != end - tail) {
      throw corrupt(
          "the tail has " + (end - tail) + " bytes, its last field ends at byte " + tailLength);
    }
    fieldCount = count;
  }

  /** Whether the field is NULL, or was not known when the cell was written. */
  public boolean isNull(int field) {
    return field >= fieldCount || (cell[bitmap + (field >> 3)] & 1 << (field & 7)) != 0;
  }

  /**
   * Puts one field of the bound cell.
   *
   * @throws CodecException CORRUPT_VALUE when its bytes are not a value of the field's type
   */
  public void read(int field, ValueSink sink) {
    if (isNull(field)) {
      sink.putNull();
      return;
    }
    if (fields[field].isVariable) {
      readBytes(field, sink);
    } else {
      fields[field].read(cell, fixedArea + codec.offsets[field], field, sink);
    }
  }

  @Override
  public void readAll() {
    for (int field = 0; field < fieldCount; field++) {
      read(field, DiscardingSink.INSTANCE);
    }
  }

  private void readBytes(int field, ValueSink sink) {
    int previous = codec.lastVariable[field];
    int from = previous == PackedCodec.NONE ? 0 : tailEnd(previous);
    int to = tailEnd(field);
    if (from < 0 || from > to || to > end - tail) {
      throw fields[field].corrupt(
          "its bytes go from " + from + " to " + to + " of the tail",
          cell,
          tail,
          end - tail,
          field);
    }
    if (nested[field] != null) {
      nested[field].check(cell, tail + from, to - from);
    }
    sink.putBytes(cell, tail + from, to - from);
  }

  /** Returns the end of a field of variable length in the tail, as the cell states it. */
  private int tailEnd(int field) {
    return BigEndian.getInt(cell, fixedArea + codec.offsets[field]);
  }

  private CodecException corrupt(String reason) {
    return CodecException.of(
        CodecException.Code.CORRUPT_VALUE,
        "encoding",
        "packed",
        "reason",
        reason,
        "foundBytes",
        end - start,
        "bytes",
        CodecException.printable(cell, start, end - start));
  }
}
