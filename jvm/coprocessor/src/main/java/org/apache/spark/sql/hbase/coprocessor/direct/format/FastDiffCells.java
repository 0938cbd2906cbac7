package org.apache.spark.sql.hbase.coprocessor.direct.format;

import java.io.IOException;
import org.apache.hadoop.hbase.io.hfile.CorruptHFileException;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Decodes blocks of HBase's data block encoding FAST_DIFF into the form of {@link CellFormat}. A
 * cell there is what differs from the cell before it, as {@code FastDiffDeltaEncoder} of HBase
 * writes it:
 *
 * <pre>
 * size of all cells in the form of CellFormat (4), then of each cell:
 * flags (1)              bits 0 to 2: so many first bytes of the timestamp are as before;
 *                        bits 3 to 6: length of key, length of value, type, value are as before
 * length of key          unless as before; this and other lengths: 7 bits a byte, lowest first
 * length of value        unless as before
 * common                 so many first bytes of the key, in front of its timestamp, are as before
 * rest of row            with its length (2), unless common holds it; the family is never there
 * rest of qualifier      all of it where the row is another one
 * rest of timestamp
 * type                   unless as before
 * value                  unless as before
 * sequence id            where the file has them
 * </pre>
 *
 * The first cell of a block has flags and common of 0, then its whole key and value. Cells with
 * tags are not decoded. The decoder keeps its memory for the next block. Not thread-safe.
 */
final class FastDiffCells {
  private static final int TIMESTAMP_PREFIX = 7;
  private static final int SAME_KEY_LENGTH = 1 << 3;
  private static final int SAME_VALUE_LENGTH = 1 << 4;
  private static final int SAME_TYPE = 1 << 5;
  private static final int SAME_VALUE = 1 << 6;

  /** HBase sets no such flag. */
  private static final int UNKNOWN = 1 << 7;

  private static final int ROW_LENGTH_BYTES = Short.BYTES;

  /** Words are copied whole, so up to seven bytes too far. */
  private static final int SLACK = Long.BYTES;

  private static final int MAX_BYTES = 1 << 30;

  /** The virtual machine copies longer bytes. */
  private static final int WORDS_PAY = 8 * Long.BYTES;

  /** The cells are {@code cells[0..end)}. */
  byte[] cells = {};

  int end;

  private final boolean hasSequenceIds;
  private final CellBlocks file;

  /** The bytes {@code in[at..to)} are decoded into {@code cells[end..size)}. */
  private byte[] in = {};

  private int at;
  private int to;
  private int size;

  // Of the cell at hand, or the one before it.
  private int key;
  private int keyLength;
  private int valueLength;
  private int rowLength;
  private int familyBytes;
  private long timestamp;
  private byte type;

  /**
   * @param file for the text of errors
   */
  FastDiffCells(boolean hasSequenceIds, CellBlocks file) {
    this.hasSequenceIds = hasSequenceIds;
    this.file = file;
  }

  /**
   * Decodes {@code block[from..to)}, which begins behind the id of the encoding.
   *
   * @throws CorruptHFileException if these are no such cells
   */
  void decode(byte[] block, int from, int to) throws IOException {
    check(to - from > Integer.BYTES);
    this.in = block;
    this.at = from + Integer.BYTES;
    this.to = to;
    this.size = Bytes.toInt(block, from);
    this.end = 0;
    check(size > 0 && size <= MAX_BYTES);
    if (cells.length < size + SLACK) {
      cells = new byte[Math.max(size + SLACK, 2 * Math.min(cells.length, MAX_BYTES / 2))];
    }
    try {
      first();
      while (at < to) {
        next();
      }
    } catch (IndexOutOfBoundsException e) {
      throw (IOException) corrupt().initCause(e);
    }
    check(at == to && end == size);
    in = cells;
  }

  private void first() throws IOException {
    check(in[at++] == 0);
    keyLength = length();
    valueLength = length();
    check(length() == 0);
    begin();
    copyIn(key, keyLength);
    rowLength = rowLength();
    familyBytes = 1 + cells[key + ROW_LENGTH_BYTES + rowLength];
    check(familyBytes > 0 && hasRoomForQualifier());
    int value = key + keyLength;
    timestamp = (long) CellFormat.LONG.get(cells, value - CellFormat.KEY_TAIL_BYTES);
    type = cells[value - 1];
    copyIn(value, valueLength);
    finish();
  }

  private void next() throws IOException {
    int flags = in[at++];
    int previousKey = key;
    int previousKeyLength = keyLength;
    int previousValueLength = valueLength;
    if ((flags & SAME_KEY_LENGTH) == 0) {
      keyLength = length();
    }
    if ((flags & SAME_VALUE_LENGTH) == 0) {
      valueLength = length();
    }
    int common = length();
    check((flags & UNKNOWN) == 0 && common <= previousKeyLength - CellFormat.KEY_TAIL_BYTES);
    begin();
    copy(cells, previousKey, key, common);
    int qualifier =
        common < ROW_LENGTH_BYTES + rowLength ? copyRow(previousKey, common) : key + common;
    check(qualifier >= key + ROW_LENGTH_BYTES + rowLength + familyBytes);
    int value = key + keyLength;
    copyIn(qualifier, value - CellFormat.KEY_TAIL_BYTES - qualifier);
    timestamp = timestamp(flags & TIMESTAMP_PREFIX);
    CellFormat.LONG.set(cells, value - CellFormat.KEY_TAIL_BYTES, timestamp);
    type = (flags & SAME_TYPE) == 0 ? in[at++] : type;
    cells[value - 1] = type;
    if ((flags & SAME_VALUE) == 0) {
      copyIn(value, valueLength);
    } else {
      check(valueLength == previousValueLength);
      copy(cells, previousKey + previousKeyLength, value, valueLength);
    }
    finish();
  }

  /** Puts the lengths in front of the cell. */
  private void begin() throws IOException {
    key = end + CellFormat.LENGTHS_BYTES;
    check(
        (keyLength | valueLength) >= 0
            && (long) key + keyLength + valueLength <= size
            && keyLength >= ROW_LENGTH_BYTES + 1 + CellFormat.KEY_TAIL_BYTES);
    CellFormat.LONG.set(cells, end, (long) keyLength << Integer.SIZE | valueLength);
  }

  /**
   * Copies a row that differs, and the family of the cell before.
   *
   * @return the place of the qualifier
   */
  private int copyRow(int previousKey, int common) throws IOException {
    int family = previousKey + ROW_LENGTH_BYTES + rowLength;
    if (common < ROW_LENGTH_BYTES) {
      copyIn(key + common, ROW_LENGTH_BYTES - common);
    }
    rowLength = rowLength();
    check(hasRoomForQualifier());
    int known = Math.max(common, ROW_LENGTH_BYTES);
    int target = key + ROW_LENGTH_BYTES + rowLength;
    copyIn(key + known, target - key - known);
    copy(cells, family, target, familyBytes);
    return target + familyBytes;
  }

  private int rowLength() {
    return (short) CellFormat.SHORT.get(cells, key);
  }

  private boolean hasRoomForQualifier() {
    int others = ROW_LENGTH_BYTES + rowLength + familyBytes + CellFormat.KEY_TAIL_BYTES;
    return rowLength >= 0 && others <= keyLength;
  }

  /** The timestamp of which so many bytes are those of the one before. */
  private long timestamp(int prefix) {
    int rest = Long.BYTES - prefix;
    // In front of it are the size and the first cell, at the least.
    long word = (long) CellFormat.LONG.get(in, at - prefix);
    at += rest;
    long own = prefix == 0 ? -1L : (1L << Byte.SIZE * rest) - 1;
    return timestamp & ~own | word & own;
  }

  /** Copies what is behind the value. */
  private void finish() throws IOException {
    end = key + keyLength + valueLength;
    if (hasSequenceIds) {
      byte first = in[at];
      int bytes = first >= SequenceIds.LEAST_IN_ONE_BYTE ? 1 : 1 + SequenceIds.bytesBehind(first);
      check(end + bytes <= size);
      copyIn(end, bytes);
      end += bytes;
    }
  }

  /** A length, which takes at most five bytes; negative if it does not. */
  private int length() {
    int first = in[at++];
    if (first >= 0) {
      return first;
    }
    int value = first & 0x7F;
    for (int shift = 7; shift < Integer.SIZE; shift += 7) {
      int next = in[at++];
      value |= (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
    return -1;
  }

  /** Copies the next bytes of the block. */
  private void copyIn(int target, int length) throws IOException {
    check(length >= 0 && length <= to - at);
    if (at + length + SLACK <= in.length) {
      copy(in, at, target, length);
    } else {
      System.arraycopy(in, at, cells, target, length);
    }
    at += length;
  }

  /** Copies few bytes word by word: behind both places are {@value #SLACK} more. */
  private void copy(byte[] source, int from, int target, int length) throws IOException {
    check(length >= 0);
    if (length > WORDS_PAY) {
      System.arraycopy(source, from, cells, target, length);
      return;
    }
    for (int i = 0; i < length; i += Long.BYTES) {
      CellFormat.LONG.set(cells, target + i, (long) CellFormat.LONG.get(source, from + i));
    }
  }

  private void check(boolean isRight) throws CorruptHFileException {
    if (!isRight) {
      throw corrupt();
    }
  }

  private CorruptHFileException corrupt() {
    return file.corrupt("its cells are not those of FAST_DIFF");
  }
}
