package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;
import org.apache.spark.sql.hbase.coprocessor.direct.format.BlockReads;
import org.apache.spark.sql.hbase.coprocessor.direct.format.CellBlocks;
import org.apache.spark.sql.hbase.coprocessor.direct.format.DataBlocks;
import org.apache.spark.sql.hbase.coprocessor.direct.format.DecodedCells;
import org.apache.spark.sql.hbase.coprocessor.link.HBaseInternals;

/**
 * A store file whose blocks are walked. While it is open HBase neither closes nor archives the
 * file: the scanner inside holds a reference as any scanner does. It reads from the stream that all
 * readers of the file share. One of this scan's own is opened once it has read some blocks.
 */
final class WalkedFile implements Closeable {
  private final HStoreFile file;
  private final long readPoint;
  private final StoreFileScanner reference;

  /** Null until it is needed. */
  private StoreFileScanner stream;

  private final byte[] firstRow;
  private final byte[] lastRow;

  /**
   * The numbers behind cells say when they were written. In a file that was loaded they do not: it
   * came as a whole, with the number in its name.
   */
  final boolean ordersBySequenceIds;

  /** The sequence number of a file that was bulk loaded. */
  final long sequenceId;

  final String path;

  /** Largest number behind a cell. */
  private final long maxCellSequenceId;

  /** The smallest time of a cell; that of no cell if the file does not say. */
  private final long minTimestamp;

  /** The largest time of a cell; that of no cell if the file does not say. */
  final long maxTimestamp;

  private WalkedFile(HStoreFile file, long readPoint, StoreFileScanner reference) {
    this.file = file;
    this.readPoint = readPoint;
    this.reference = reference;
    this.firstRow = firstRow(file);
    this.lastRow = lastRow(file);
    this.ordersBySequenceIds = !file.isBulkLoadResult();
    this.sequenceId = file.getMaxSequenceId();
    this.path = file.getPath().toString();
    this.maxCellSequenceId = file.getMaxMemStoreTS();
    this.minTimestamp = file.getMinimumTimestamp().orElse(Long.MIN_VALUE);
    this.maxTimestamp = file.getMaximumTimestamp().orElse(Long.MAX_VALUE);
  }

  /** The caller closes it. */
  static WalkedFile open(HStoreFile file, BlockReads reads, long readPoint) {
    return new WalkedFile(
        file, readPoint, file.getPreadScanner(reads.cacheBlocks(), readPoint, 0, false));
  }

  /** The cells of the file, which is read by one user at a time. */
  CellBlocks newBlocks(BlockReads reads) throws IOException {
    if (isWalked()) {
      return new DataBlocks(
          HBaseInternals.reader(reference), reads, () -> HBaseInternals.reader(stream(reads)));
    }
    return new DecodedCells(reads.pread() ? reference : stream(reads));
  }

  private StoreFileScanner stream(BlockReads reads) throws IOException {
    if (stream == null) {
      stream = file.getStreamScanner(false, reads.cacheBlocks(), false, readPoint, 0, false);
    }
    return stream;
  }

  private boolean isWalked() {
    return DataBlocks.canRead(HBaseInternals.reader(reference));
  }

  /**
   * Whether the blocks show all cells of the file: HBase's scanner hides those behind the point.
   */
  boolean showsAllCells(long readPoint) {
    return isWalked() || maxCellSequenceId <= readPoint;
  }

  /**
   * Whether no cell of the file was written behind the point, whatever shows it, and none may have
   * reached the end of its life.
   *
   * @param oldestTimestamp cells that are older may have; 0 for none
   */
  boolean isVisible(long readPoint, long oldestTimestamp) {
    return (!ordersBySequenceIds || maxCellSequenceId <= readPoint)
        && (oldestTimestamp == 0 || minTimestamp >= oldestTimestamp);
  }

  /** The file must not be empty. */
  static byte[] firstRow(HStoreFile file) {
    return CellUtil.cloneRow(file.getFirstKey().orElseThrow());
  }

  static byte[] lastRow(HStoreFile file) {
    return CellUtil.cloneRow(file.getLastKey().orElseThrow());
  }

  byte[] firstRow() {
    return firstRow;
  }

  /** True if all rows of the file come before {@code row}. */
  boolean endsBefore(byte[] row) {
    return Arrays.compareUnsigned(lastRow, row) < 0;
  }

  boolean startsAtOrBehind(byte[] row) {
    return Arrays.compareUnsigned(firstRow, row) >= 0;
  }

  @Override
  public void close() {
    if (stream != null) {
      stream.close();
    }
    reference.close();
  }
}
