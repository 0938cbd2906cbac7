package org.apache.spark.sql.hbase.coprocessor.direct.format;

import java.io.IOException;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.coprocessor.link.HBaseInternals;

/**
 * Cells of a file whose blocks {@link DataBlocks} cannot read: HBase's scanner of the one file
 * decodes them, without those behind its read point, and they are copied behind each other. Still
 * much cheaper than the scanner of the region. Not thread-safe.
 */
public final class DecodedCells extends CellBlocks {
  private static final int BLOCK_BYTES = 64 << 10;

  /** The bytes in front of and behind key, value and tags. */
  private static final int FRAME_BYTES = 2 * Integer.BYTES + Short.BYTES + 1 + Long.BYTES;

  private final StoreFileScanner scanner;

  /** The scanner stays its owner's. */
  public DecodedCells(StoreFileScanner scanner) {
    super(scanner.getFilePath(), true, true);
    this.scanner = scanner;
    this.bytes = new byte[BLOCK_BYTES];
  }

  @Override
  public boolean first() throws IOException {
    return seek(new byte[0]) != Sought.NOTHING;
  }

  @Override
  public Sought seek(byte[] row) throws IOException {
    HBaseInternals.seek(scanner, KeyValueUtil.createFirstOnRow(row));
    return next() ? Sought.OTHER_BLOCK : Sought.NOTHING;
  }

  @Override
  public boolean next() throws IOException {
    end = 0;
    RpcCall call = RpcServer.getCurrentCall().orElse(null);
    ExtendedCell cell = HBaseInternals.peek(scanner);
    while (cell != null && fits(cell)) {
      if (call != null) {
        HBaseInternals.countBlock(call, scanner);
      }
      add(cell);
      HBaseInternals.next(scanner);
      cell = HBaseInternals.peek(scanner);
    }
    // All cells were copied.
    scanner.shipped();
    return end > 0;
  }

  private boolean fits(ExtendedCell cell) {
    int size = FRAME_BYTES + PrivateCellUtil.estimatedSerializedSizeOfKey(cell);
    size += cell.getValueLength() + cell.getTagsLength();
    if (end == 0 && size > bytes.length) {
      bytes = new byte[size];
    }
    return end + size <= bytes.length;
  }

  private void add(ExtendedCell cell) {
    int keyLength = PrivateCellUtil.estimatedSerializedSizeOfKey(cell);
    int valueLength = cell.getValueLength();
    int at = Bytes.putInt(bytes, end, keyLength);
    at = Bytes.putInt(bytes, at, valueLength);
    at = Bytes.putShort(bytes, at, cell.getRowLength());
    at = CellUtil.copyRowTo(cell, bytes, at);
    bytes[at++] = cell.getFamilyLength();
    at = CellUtil.copyFamilyTo(cell, bytes, at);
    at = CellUtil.copyQualifierTo(cell, bytes, at);
    at = Bytes.putLong(bytes, at, cell.getTimestamp());
    bytes[at++] = cell.getType().getCode();
    at = CellUtil.copyValueTo(cell, bytes, at);
    at = Bytes.putShort(bytes, at, (short) cell.getTagsLength());
    at = Bytes.putBytes(bytes, at, cell.getTagsArray(), cell.getTagsOffset(), cell.getTagsLength());
    bytes[at++] = SequenceIds.EIGHT_BYTES_FOLLOW;
    end = Bytes.putLong(bytes, at, cell.getSequenceId());
  }
}
