package org.apache.spark.sql.hbase.codec.packed;

import org.apache.spark.sql.hbase.codec.bytes.BigEndian;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.DiscardingSink;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * Reads the elements of one ARRAY after the other, in any order, without allocation:
 *
 * <pre>
 * 0x01 | element count n, 4 bytes | NULL bitmap, ceil(n/8) bytes | fixed area | tail
 * </pre>
 *
 * <p>Fixed area and tail are those of a packed cell whose fields all have the element's type. Made
 * by {@link NestedReader#of}. Not thread-safe; keeps the bound array until the next {@link #bind}.
 */
public final class ArrayReader implements NestedReader {
  static final int HEADER_BYTES = 1 + Integer.BYTES;

  private final FieldCodec element;

  /** Null if elements are not nested. */
  private final NestedReader nested;

  private byte[] bytes;
  private int count;
  private int bitmap;
  private int fixedArea;
  private int tail;
  private int end;

  public ArrayReader(SqlType elementType) {
    this.element = new FieldCodec(elementType);
    this.nested = elementType.isNested() ? NestedReader.of(elementType) : null;
  }

  @Override
  public void bind(byte[] array, int offset, int length) {
    bytes = array;
    end = offset + length;
    count = 0;
    if (length < HEADER_BYTES || array[offset] != PackedCodec.FORMAT) {
      throw corrupt("an array starts with format 0x01 and a count of 4 bytes", offset);
    }
    int found = BigEndian.getInt(array, offset + 1);
    long elementBytes = (found + 7L) / Byte.SIZE + (long) found * element.width;
    if (found < 0 || elementBytes > length - HEADER_BYTES) {
      throw corrupt("the array ends before its " + found + " elements do", offset);
    }
    bitmap = offset + HEADER_BYTES;
    fixedArea = bitmap + PackedCodec.bitmapBytes(found);
    tail = fixedArea + found * element.width;
    int tailLength = element.isVariable && found > 0 ? endInTail(found - 1) : 0;
    if (tailLength != end - tail) {
      throw corrupt(
          "the tail has " + (end - tail) + " bytes, its last element ends at byte " + tailLength,
          offset);
    }
    count = found;
  }

  /** Number of elements of the bound array. */
  public int count() {
    return count;
  }

  public boolean isNull(int index) {
    return (bytes[bitmap + (index >> 3)] & 1 << (index & 7)) != 0;
  }

  public boolean hasNulls() {
    for (int i = bitmap; i < bitmap + PackedCodec.bitmapBytes(count); i++) {
      if (bytes[i] != 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Puts one element of the bound array.
   *
   * @param index from 0, below {@link #count}
   * @throws CodecException CORRUPT_VALUE when its bytes are not a value of the element's type
   */
  public void read(int index, ValueSink sink) {
    if (isNull(index)) {
      sink.putNull();
    } else if (element.isVariable) {
      readBytes(index, sink);
    } else {
      element.read(bytes, fixedArea + index * element.width, index, sink);
    }
  }

  @Override
  public void readAll() {
    for (int i = 0; i < count; i++) {
      read(i, DiscardingSink.INSTANCE);
    }
  }

  private void readBytes(int index, ValueSink sink) {
    int from = index == 0 ? 0 : endInTail(index - 1);
    int to = endInTail(index);
    if (from < 0 || from > to || to > end - tail) {
      throw element.corrupt(
          "its bytes go from " + from + " to " + to + " of the tail",
          bytes,
          tail,
          end - tail,
          index);
    }
    if (nested != null) {
      nested.check(bytes, tail + from, to - from);
    }
    sink.putBytes(bytes, tail + from, to - from);
  }

  private int endInTail(int index) {
    return BigEndian.getInt(bytes, fixedArea + index * Integer.BYTES);
  }

  private CodecException corrupt(String reason, int offset) {
    SqlType type = SqlType.array(element.type);
    return CodecException.corrupt(type, ValueEncoding.NESTED, reason, bytes, offset, end - offset);
  }
}
