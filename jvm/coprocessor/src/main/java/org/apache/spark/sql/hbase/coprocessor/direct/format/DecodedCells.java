package org.apache.spark.sql.hbase.coprocessor.direct.format;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
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
  private static final CellComparator ROWS = CellComparator.getInstance();

  /** The bytes in front of and behind key, value and tags. */
  private static final int FRAME_BYTES = 2 * Integer.BYTES + Short.BYTES + 1 + Long.BYTES;

  private final StoreFileScanner scanner;

  /** The start of the last cell in the block. */
  private int lastCell;

  /** The scanner stays its owner's. */
  public DecodedCells(StoreFileScanner scanner) {
    super(scanner.getFilePath(), true, true);
    this.scanner = scanner;
    this.bytes = new byte[BLOCK_BYTES];
  }

  @Override
  public boolean first() throws IOException {
    end = 0;
    return seek(new byte[0]) != Sought.NOTHING;
  }

  @Override
  public Sought seek(byte[] row) throws IOException {
    readsBesides = 0;
    passedBlocks = 0;
    if (end == 0) {
      seekByIndex(row);
    } else if (isUpToLastCell(row)) {
      return Sought.SAME_BLOCK;
    } else {
      // The scanner stands behind the cells here, so that a row up to its own is the next one.
      ExtendedCell following = HBaseInternals.peek(scanner);
      if (following != null && ROWS.compareRows(following, row, 0, row.length) < 0) {
        HFileBlock block = HBaseInternals.currentBlock(scanner);
        long offset = HBaseInternals.offset(block);
        int size = block.getOnDiskSizeWithHeader();
        seekByIndex(row);
        HFileBlock found = HBaseInternals.currentBlock(scanner);
        passedBlocks =
            found == null ? 0 : blocksBetween(offset, size, HBaseInternals.offset(found));
      }
    }
    return next() ? Sought.OTHER_BLOCK : Sought.NOTHING;
  }

  private boolean isUpToLastCell(byte[] row) {
    int from = lastCell + CellFormat.HEADER_BYTES;
    int length = (short) CellFormat.SHORT.get(bytes, lastCell + CellFormat.LENGTHS_BYTES);
    return Arrays.compareUnsigned(row, 0, row.length, bytes, from, from + length) <= 0;
  }

  private void seekByIndex(byte[] row) throws IOException {
    // Below the part of the index that is in memory each level is a block.
    readsBesides = HBaseInternals.reader(scanner).getTrailer().getNumDataIndexLevels() - 1;
    HBaseInternals.seek(scanner, KeyValueUtil.createFirstOnRow(row));
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
    lastCell = end;
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
