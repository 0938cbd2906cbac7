package org.apache.spark.sql.hbase.codec.chunk;

import org.apache.spark.sql.hbase.codec.bytes.BigEndian;
import org.apache.spark.sql.hbase.codec.types.CodecException;

/**
 * Qualifiers of the cells of a group: FORMAT.md, "Columnar groups".
 *
 * <pre>
 * 'g' | id of the load, 8 bytes | number of the chunk in its group, 2 bytes
 * 'o' | rest of the row key
 * </pre>
 */
public final class GroupCell {
  /** First byte of the qualifier of a {@link ChunkWriter chunk}. */
  public static final byte CHUNK = 'g';

  /** First byte of the qualifier of an {@link OverlayCell overlay row}. */
  public static final byte OVERLAY = 'o';

  /** Bytes of the qualifier of a chunk. */
  public static final int CHUNK_QUALIFIER_BYTES = 1 + Long.BYTES + Short.BYTES;

  /** Chunks that a load writes at most in one group. */
  public static final int MAX_CHUNKS = 1 << Short.SIZE;

  /** Rows of all chunks and overlay rows of a group that a reader takes. */
  public static final int MAX_STORED_ROWS = 1 << 20;

  private GroupCell() {}

  /**
   * Refuses a group whose rows would not fit into memory, since a group is read whole.
   *
   * @param rows of chunks and overlay rows so far
   * @throws CodecException CORRUPT_VALUE when they are more than {@link #MAX_STORED_ROWS}
   */
  public static void checkStoredRows(long rows) {
    if (rows > MAX_STORED_ROWS) {
      throw CodecException.of(
          CodecException.Code.CORRUPT_VALUE,
          "encoding",
          "chunk",
          "reason",
          "its group holds more than "
              + MAX_STORED_ROWS
              + " rows; write the table again with more group bits");
    }
  }

  /** Makes the error for a cell that is neither a chunk nor an overlay row. */
  public static CodecException unknownCell(byte[] qualifier) {
    return CodecException.of(
        CodecException.Code.CORRUPT_VALUE,
        "encoding",
        "chunk",
        "reason",
        "the qualifier is neither that of a chunk nor that of an overlay row",
        "qualifier",
        CodecException.printable(qualifier, 0, qualifier.length));
  }

  /**
   * The qualifier of a chunk.
   *
   * @param loadId unsigned
   * @param number 0 to {@link #MAX_CHUNKS} - 1, ascending in the order of the row keys
   */
  public static byte[] chunkQualifier(long loadId, int number) {
    byte[] qualifier = new byte[CHUNK_QUALIFIER_BYTES];
    qualifier[0] = CHUNK;
    BigEndian.putLong(qualifier, 1, loadId);
    BigEndian.putShort(qualifier, 1 + Long.BYTES, (short) number);
    return qualifier;
  }

  /** The id of the load in the qualifier of a chunk, which begins at {@code offset}. */
  public static long loadId(byte[] bytes, int offset) {
    return BigEndian.getLong(bytes, offset + 1);
  }

  /** The qualifier of the overlay row of a row key. */
  public static byte[] overlayQualifier(GroupKey groups, byte[] rowKey) {
    int rest = groups.restStart(rowKey.length);
    byte[] qualifier = new byte[1 + rowKey.length - rest];
    qualifier[0] = OVERLAY;
    System.arraycopy(rowKey, rest, qualifier, 1, rowKey.length - rest);
    return qualifier;
  }
}
