package org.apache.spark.sql.hbase.codec.chunk;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.bytes.BigEndian;
import org.apache.spark.sql.hbase.codec.bytes.LittleEndian;
import org.apache.spark.sql.hbase.codec.packed.NestedReader;
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.Decimals;
import org.apache.spark.sql.hbase.codec.types.FixedWidths;
import org.apache.spark.sql.hbase.codec.types.SqlType;

/**
 * Reads the columns of one chunk after the other, each as a whole into arrays, and the rests of its
 * row keys. Made by {@link ChunkCodec#newReader}. The bytes are untrusted. Every length, count and
 * place is checked against the bytes that are there before it is used, and every value against its
 * type. Not thread-safe; keeps the bound array until the next {@link #bind}.
 *
 * <p>Hot path: a few objects per column of a chunk, none per row.
 */
public final class ChunkReader {
  /** In place of the bytes of a rest: they differ in length. */
  public static final int VARIABLE = -1;

  private static final int WORD = Long.BYTES;

  private final SqlType[] types;

  /** Null for columns that are not nested. */
  private final NestedReader[] nested;

  private byte[] chunk;
  private int start;
  private int end;
  private int rows;
  private int columnCount;
  private int restWidth;

  /** First byte of the rests themselves, and behind the last. */
  private int rests;

  private int restsEnd;

  ChunkReader(SqlType[] types) {
    this.types = types;
    this.nested = new NestedReader[types.length];
    for (int i = 0; i < types.length; i++) {
      nested[i] = types[i].isNested() ? NestedReader.of(types[i]) : null;
    }
  }

  /**
   * Turns to a chunk, whose bytes must not change while it is read.
   *
   * @throws CodecException CORRUPT_VALUE when the bytes are not a chunk of these columns
   */
  public void bind(byte[] bytes, int offset, int length) {
    chunk = bytes;
    start = offset;
    end = offset + length;
    rows = 0;
    if (length < ChunkFormat.HEADER_BYTES || bytes[offset] != ChunkFormat.FORMAT) {
      throw corrupt("a chunk starts with format 0x01 and a header of 19 bytes");
    }
    int count = BigEndian.getShort(bytes, offset + ChunkFormat.ROWS_AT) & 0xFFFF;
    if (count == 0 || count > ChunkFormat.MAX_ROWS) {
      throw corrupt("a chunk has 1 to " + ChunkFormat.MAX_ROWS + " rows, not " + count);
    }
    columnCount = BigEndian.getShort(bytes, offset + ChunkFormat.COLUMNS_AT) & 0xFFFF;
    if (columnCount > types.length) {
      throw corrupt(
          "the chunk has "
              + columnCount
              + " columns, the table has only "
              + types.length
              + "; if a column was added after the query was planned, run the query again");
    }
    int restArea = offset + ChunkFormat.HEADER_BYTES + columnCount * ChunkFormat.ENTRY_BYTES;
    int restBytes = BigEndian.getInt(bytes, offset + ChunkFormat.REST_BYTES_AT);
    if (restBytes < 0 || restArea > end || restBytes > end - restArea) {
      throw corrupt("the rests of its row keys have " + restBytes + " bytes");
    }
    restWidth = BigEndian.getShort(bytes, offset + ChunkFormat.REST_WIDTH_AT) & 0xFFFF;
    restsEnd = restArea + restBytes;
    rows = count;
    bindRests(restArea, restBytes);
  }

  private void bindRests(int restArea, int restBytes) {
    if (restWidth != ChunkFormat.VARIABLE) {
      rests = restArea;
      if (restWidth > ChunkFormat.MAX_REST_BYTES || (long) restWidth * rows != restBytes) {
        throw corrupt("rests of " + restWidth + " bytes have " + restBytes + " bytes");
      }
      return;
    }
    rests = restArea + rows * Integer.BYTES;
    if (rests > restsEnd) {
      throw corrupt("the ends of its rests are cut");
    }
    checkEnds(restArea, Integer.BYTES, restsEnd - rests, "the rests");
    for (int row = 0; row < rows; row++) {
      if (restLength(row) > ChunkFormat.MAX_REST_BYTES) {
        throw corrupt("a rest has " + restLength(row) + " bytes");
      }
    }
  }

  /** Rows of the chunk. */
  public int rowCount() {
    return rows;
  }

  /** Returns the timestamp of the cell in milliseconds. */
  public long timestamp() {
    return BigEndian.getLong(chunk, start + ChunkFormat.TIMESTAMP_AT);
  }

  /** The array of the chunk, where rests and values of variable length lie. */
  public byte[] array() {
    return chunk;
  }

  /** Bytes of the rest of each row key, or {@link #VARIABLE}. */
  public int restWidth() {
    return restWidth == ChunkFormat.VARIABLE ? VARIABLE : restWidth;
  }

  /** Returns the offset in {@link #array} at which the rest of a row's key begins. */
  public int restOffset(int row) {
    return restWidth == ChunkFormat.VARIABLE
        ? rests + (row == 0 ? 0 : restEnd(row - 1))
        : rests + row * restWidth;
  }

  /** Bytes of the rest of the row key of a row. */
  public int restLength(int row) {
    return restWidth == ChunkFormat.VARIABLE
        ? restEnd(row) - (row == 0 ? 0 : restEnd(row - 1))
        : restWidth;
  }

  private int restEnd(int row) {
    return LittleEndian.getInt(chunk, rests + (row - rows) * Integer.BYTES);
  }

  /**
   * Whether a row may have a value of the column that is not NULL and lies within bounds, by the
   * chunk's smallest and largest value. The bounds of a DOUBLE are in the order of values of
   * FORMAT.md, "Chunk".
   *
   * @param column of physical kind LONG or DOUBLE
   */
  public boolean mayHold(int column, long least, long most) {
    return hasValues(column) && min(column) <= most && max(column) >= least;
  }

  /**
   * The smallest value of a column that {@link #hasValues}, as the chunk says, in the order of
   * {@link #mayHold}.
   */
  public long min(int column) {
    return entryLong(column, ChunkFormat.MIN_IN_ENTRY);
  }

  /** The largest one. */
  public long max(int column) {
    return entryLong(column, ChunkFormat.MAX_IN_ENTRY);
  }

  /** False if the column is NULL in all rows. */
  public boolean hasValues(int column) {
    return nullCount(column) < rows;
  }

  /** Rows in which the column is NULL. */
  public int nullCount(int column) {
    if (column >= columnCount) {
      return rows;
    }
    int count = BigEndian.getShort(chunk, entry(column) + ChunkFormat.NULLS_IN_ENTRY) & 0xFFFF;
    if (count > rows) {
      throw corrupt("a column has " + count + " NULLs in " + rows + " rows", column);
    }
    return count;
  }

  /**
   * Sets {@code true} at the NULL rows of the column.
   *
   * @param target all false from {@code at} on
   */
  public void readNulls(int column, boolean[] target, int at) {
    int nulls = nullCount(column);
    if (nulls == rows) {
      Arrays.fill(target, at, at + rows, true);
    } else if (nulls > 0) {
      int bitmap = place(column);
      requireBytes(bitmap, PackedCodec.bitmapBytes(rows), column);
      int found = 0;
      for (int row = 0; row < rows; row++) {
        boolean isNull = (chunk[bitmap + (row >> 3)] >> (row & 7) & 1) != 0;
        target[at + row] = isNull;
        found += isNull ? 1 : 0;
      }
      if (found != nulls) {
        throw corrupt("its NULL bitmap has " + found + " NULLs, its entry " + nulls, column);
      }
    }
  }

  /** Values of a column of physical kind LONG, which has some; any at NULL rows. */
  public void readLongs(int column, long[] target, int at) {
    int width = width(column);
    long min = min(column);
    long max = max(column);
    SqlType type = types[column];
    if (min > max || min < FixedWidths.min(type) || max > FixedWidths.max(type)) {
      throw corrupt("its values go from " + min + " to " + max, column);
    }
    int from = values(column);
    if (width == 0) {
      Arrays.fill(target, at, at + rows, min);
      return;
    }
    requireBytes(from, (long) width * rows, column);
    // Of a difference beyond the range, the sign bit remains.
    long outside = 0;
    long range = max - min;
    switch (width) {
      case Byte.BYTES -> {
        for (int row = 0; row < rows; row++) {
          long more = chunk[from + row] & 0xFF;
          outside |= range - more;
          target[at + row] = min + more;
        }
      }
      case Short.BYTES -> {
        for (int row = 0; row < rows; row++) {
          long more = LittleEndian.getUnsignedShort(chunk, from + row * Short.BYTES);
          outside |= range - more;
          target[at + row] = min + more;
        }
      }
      case Integer.BYTES -> {
        for (int row = 0; row < rows; row++) {
          long more = LittleEndian.getInt(chunk, from + row * Integer.BYTES) & 0xFFFFFFFFL;
          outside |= range - more;
          target[at + row] = min + more;
        }
      }
      case Long.BYTES -> {
        words(from, rows).get(target, at, rows);
        checkLongs(column, target, at, min, max);
        return;
      }
      default -> throw corrupt("its values have " + width + " bytes", column);
    }
    // A range of more than 63 bits is negative, and then has no narrow differences.
    if (outside < 0) {
      throw corrupt("a value is not between " + min + " and " + max, column);
    }
  }

  /** Values that fill their type need no look: the engine takes any. */
  private void checkLongs(int column, long[] target, int at, long min, long max) {
    if (FixedWidths.max(types[column]) == Long.MAX_VALUE) {
      return;
    }
    boolean[] nulls = new boolean[rows];
    readNulls(column, nulls, 0);
    for (int row = 0; row < rows; row++) {
      long value = target[at + row];
      if (!nulls[row] && (value < min || value > max)) {
        throw corrupt("a value is not between " + min + " and " + max, column);
      }
    }
  }

  /** Values of a column of physical kind DOUBLE, which has some; any at NULL rows. */
  public void readDoubles(int column, double[] target, int at) {
    int width = width(column);
    int from = values(column);
    requireWidth(width == FixedWidths.of(types[column]), width, column);
    requireBytes(from, (long) width * rows, column);
    if (width == Double.BYTES) {
      ByteBuffer.wrap(chunk, from, rows * Double.BYTES)
          .order(ByteOrder.LITTLE_ENDIAN)
          .asDoubleBuffer()
          .get(target, at, rows);
      return;
    }
    for (int row = 0; row < rows; row++) {
      target[at + row] = Float.intBitsToFloat(LittleEndian.getInt(chunk, from + row * Float.BYTES));
    }
  }

  /** Values of a column of physical kind DECIMAL128, which has some; 0 at NULL rows. */
  public void readDecimals(int column, long[] highs, long[] lows, int at) {
    int width = width(column);
    int from = values(column);
    requireWidth(width == 2 * WORD, width, column);
    requireBytes(from, (long) width * rows, column);
    for (int row = 0; row < rows; row++) {
      long low = LittleEndian.getLong(chunk, from + row * 2 * WORD);
      long high = LittleEndian.getLong(chunk, from + row * 2 * WORD + WORD);
      if (!Decimals.fits(high, low, types[column].precision())) {
        throw corrupt("an unscaled value has too many digits", column);
      }
      highs[at + row] = high;
      lows[at + row] = low;
    }
  }

  /**
   * Reads the ends of the values of a column of physical kind BYTES, which has some values, counted
   * from {@link #dataOffset}. Values of NULL rows are empty.
   *
   * @param base is added to each
   */
  public void readEnds(int column, int[] target, int at, int base) {
    int width = width(column);
    int from = values(column);
    requireWidth(width == Short.BYTES || width == Integer.BYTES, width, column);
    requireBytes(from, (long) width * rows, column);
    int data = from + width * rows;
    checkEnds(from, width, end - data, "the values of column " + column);
    if (base > Integer.MAX_VALUE - (end - data)) {
      throw corrupt("its values do not fit into one batch", column);
    }
    for (int row = 0; row < rows; row++) {
      target[at + row] = base + endAt(from, width, row);
    }
    if (nested[column] != null) {
      checkNested(column, data, from, width);
    }
  }

  /**
   * Returns the offset in {@link #array} at which the bytes of a column begin, after {@link
   * #readEnds}.
   */
  public int dataOffset(int column) {
    return values(column) + width(column) * rows;
  }

  private void checkNested(int column, int data, int from, int width) {
    boolean[] nulls = new boolean[rows];
    readNulls(column, nulls, 0);
    for (int row = 0; row < rows; row++) {
      if (!nulls[row]) {
        int first = row == 0 ? 0 : endAt(from, width, row - 1);
        nested[column].check(chunk, data + first, endAt(from, width, row) - first);
      }
    }
  }

  private int endAt(int from, int width, int row) {
    return width == Short.BYTES
        ? LittleEndian.getUnsignedShort(chunk, from + row * Short.BYTES)
        : LittleEndian.getInt(chunk, from + row * Integer.BYTES);
  }

  private void checkEnds(int from, int width, int most, String what) {
    int last = 0;
    int steps = 0;
    for (int row = 0; row < rows; row++) {
      int next = endAt(from, width, row);
      steps |= next | next - last;
      last = next;
    }
    if (steps < 0 || last > most) {
      throw corrupt("the ends of " + what + " do not ascend, or go beyond the chunk");
    }
  }

  private LongBuffer words(int from, int count) {
    return ByteBuffer.wrap(chunk, from, count * WORD).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
  }

  private int entry(int column) {
    return start + ChunkFormat.HEADER_BYTES + column * ChunkFormat.ENTRY_BYTES;
  }

  private long entryLong(int column, int part) {
    return BigEndian.getLong(chunk, entry(column) + part);
  }

  private int width(int column) {
    int code = chunk[entry(column)];
    if (code != ChunkFormat.typeCode(types[column])) {
      throw corrupt("its type has code " + code, column);
    }
    return chunk[entry(column) + ChunkFormat.WIDTH_IN_ENTRY];
  }

  /** Returns the start of a column: its NULL bitmap if it has one. */
  private int place(int column) {
    int place = BigEndian.getInt(chunk, entry(column) + ChunkFormat.PLACE_IN_ENTRY);
    if (place < restsEnd - start || place > end - start) {
      throw corrupt("it begins at byte " + place, column);
    }
    return start + place;
  }

  private int values(int column) {
    int nulls = nullCount(column);
    int bitmap = nulls > 0 && nulls < rows ? PackedCodec.bitmapBytes(rows) : 0;
    requireBytes(place(column), bitmap, column);
    return place(column) + bitmap;
  }

  private void requireBytes(int from, long count, int column) {
    if (count > end - from) {
      throw corrupt("it is cut", column);
    }
  }

  private void requireWidth(boolean isRight, int width, int column) {
    if (!isRight) {
      throw corrupt("its values have " + width + " bytes", column);
    }
  }

  private CodecException corrupt(String reason, int column) {
    return CodecException.of(
        CodecException.Code.CORRUPT_VALUE,
        "type",
        types[column],
        "encoding",
        "chunk",
        "reason",
        reason,
        "field",
        column);
  }

  private CodecException corrupt(String reason) {
    return CodecException.of(
        CodecException.Code.CORRUPT_VALUE,
        "encoding",
        "chunk",
        "reason",
        reason,
        "foundBytes",
        end - start,
        "bytes",
        CodecException.printable(chunk, start, end - start));
  }
}
