package org.apache.spark.sql.hbase.codec.chunk;

import org.apache.spark.sql.hbase.codec.bytes.BigEndian;
import org.apache.spark.sql.hbase.codec.types.CodecException;

/**
 * Values of overlay rows, by which single rows of a columnar table are written, changed and
 * deleted: FORMAT.md, "Columnar groups".
 *
 * <pre>
 * 0x01 | timestamp, 8 bytes | packed cell     the row
 * 0x00 | timestamp, 8 bytes                   there is no such row
 * </pre>
 *
 * <p>The timestamp is that of the cell, in milliseconds.
 */
public final class OverlayCell {
  private static final byte REMOVED = 0x00;
  private static final byte ROW = 0x01;

  /** Bytes in front of the packed cell. */
  public static final int HEADER_BYTES = 1 + Long.BYTES;

  private OverlayCell() {}

  /**
   * The value of a row that is there.
   *
   * @param packed of all value columns, as {@code PackedWriter} makes it
   */
  public static byte[] row(long timestamp, byte[] packed) {
    byte[] value = header(ROW, timestamp, packed.length);
    System.arraycopy(packed, 0, value, HEADER_BYTES, packed.length);
    return value;
  }

  /** The value of a row that is not there any more. */
  public static byte[] removed(long timestamp) {
    return header(REMOVED, timestamp, 0);
  }

  private static byte[] header(byte kind, long timestamp, int more) {
    byte[] value = new byte[HEADER_BYTES + more];
    value[0] = kind;
    BigEndian.putLong(value, 1, timestamp);
    return value;
  }

  /**
   * Whether the value says that there is no such row.
   *
   * @throws CodecException CORRUPT_VALUE when the bytes are not the value of an overlay row
   */
  public static boolean isRemoved(byte[] bytes, int offset, int length) {
    boolean isRemoved = length == HEADER_BYTES && bytes[offset] == REMOVED;
    if (!isRemoved && (length <= HEADER_BYTES || bytes[offset] != ROW)) {
      throw CodecException.of(
          CodecException.Code.CORRUPT_VALUE,
          "encoding",
          "overlay",
          "reason",
          "an overlay row starts with 0x00 or 0x01 and a timestamp of 8 bytes",
          "foundBytes",
          length,
          "bytes",
          CodecException.printable(bytes, offset, length));
    }
    return isRemoved;
  }

  /** The timestamp of a value that {@link #isRemoved} has looked at. */
  public static long timestamp(byte[] bytes, int offset) {
    return BigEndian.getLong(bytes, offset + 1);
  }
}
