package org.apache.spark.sql.hbase.codec;

/**
 * Reads the fields of one packed cell after the other, in any order, without allocation. Made by
 * {@link PackedCodec#newReader}. Not thread-safe; keeps the bound array until the next {@link
 * #bind}.
 */
public final class PackedReader {
  private final PackedCodec codec;
  private final PackedField[] fields;
  private byte[] cell;
  private int start;
  private int end;
  private int fieldCount;
  private int bitmap;
  private int fixedArea;
  private int tail;

  PackedReader(PackedCodec codec) {
    this.codec = codec;
    this.fields = new PackedField[codec.types.length];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = PackedField.of(codec.types[i]);
    }
  }

  /**
   * Turns to a cell, whose bytes must not change while it is read.
   *
   * @throws CodecException CORRUPT_VALUE when the bytes are not a packed cell of these fields
   */
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
      throw corrupt("the cell has " + count + " fields, the table has only " + fields.length);
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
    int at = fixedArea + codec.offsets[field];
    switch (fields[field]) {
      case BYTE -> sink.putLong(cell[at]);
      case SHORT -> sink.putLong(BigEndian.getShort(cell, at));
      case INT -> sink.putLong(BigEndian.getInt(cell, at));
      case LONG -> sink.putLong(BigEndian.getLong(cell, at));
      case FLOAT -> sink.putDouble(Float.intBitsToFloat(BigEndian.getInt(cell, at)));
      case DOUBLE -> sink.putDouble(Double.longBitsToDouble(BigEndian.getLong(cell, at)));
      case BOOLEAN -> readBoolean(field, at, sink);
      case DECIMAL64 -> readDecimal(field, BigEndian.getLong(cell, at), at, sink);
      case DECIMAL128 -> readDecimal128(field, at, sink);
      case BYTES -> readBytes(field, sink);
    }
  }

  private void readBoolean(int field, int at, ValueSink sink) {
    byte value = cell[at];
    if (value != 0 && value != 1) {
      throw corruptField(field, "a BOOLEAN is 0x00 or 0x01", at, Byte.BYTES);
    }
    sink.putLong(value);
  }

  private void readDecimal(int field, long unscaled, int at, ValueSink sink) {
    if (Math.abs(unscaled) >= Decimals.powerOfTen(codec.types[field].precision())
        || unscaled == Long.MIN_VALUE) {
      throw corruptField(field, "the unscaled value has too many digits", at, Long.BYTES);
    }
    sink.putLong(unscaled);
  }

  private void readDecimal128(int field, int at, ValueSink sink) {
    long high = BigEndian.getLong(cell, at);
    long low = BigEndian.getLong(cell, at + Long.BYTES);
    if (!Decimals.fits(high, low, codec.types[field].precision())) {
      throw corruptField(field, "the unscaled value has too many digits", at, 2 * Long.BYTES);
    }
    sink.putDecimal128(high, low);
  }

  private void readBytes(int field, ValueSink sink) {
    int previous = codec.lastVariable[field];
    int from = previous == PackedCodec.NONE ? 0 : tailEnd(previous);
    int to = tailEnd(field);
    if (from < 0 || from > to || to > end - tail) {
      throw corruptField(
          field, "its bytes go from " + from + " to " + to + " of the tail", tail, end - tail);
    }
    sink.putBytes(cell, tail + from, to - from);
  }

  /** Where the bytes of a STRING or BINARY field end in the tail, as the cell says. */
  private int tailEnd(int field) {
    return BigEndian.getInt(cell, fixedArea + codec.offsets[field]);
  }

  private CodecException corruptField(int field, String reason, int offset, int length) {
    return CodecException.of(
        CodecException.Code.CORRUPT_VALUE,
        "type",
        codec.types[field],
        "encoding",
        "packed",
        "reason",
        reason,
        "field",
        field,
        "bytes",
        CodecException.printable(cell, offset, length));
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
