package org.apache.spark.sql.hbase.coprocessor.direct;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;

/**
 * A store file whose blocks are walked. While it is open HBase neither closes nor archives the
 * file: the scanner inside, which reads nothing, holds a reference as any scanner does.
 */
final class BaseFile implements Closeable {
  private final StoreFileScanner reference;
  private final byte[] firstRow;
  private final byte[] lastRow;

  /** What blocks are read with. */
  final HFile.Reader reader;

  /** Cells end with a number that says when they were written. */
  final boolean hasSequenceIds;

  /**
   * The number counts. In a file that was loaded it does not: the file came as a whole, with the
   * number in its name.
   */
  final boolean ordersBySequenceIds;

  /** Cells end with tags before that number, possibly none. */
  final boolean hasTags;

  private BaseFile(HStoreFile file, StoreFileScanner reference) {
    this.reference = reference;
    this.firstRow = firstRow(file);
    this.lastRow = lastRow(file);
    this.reader = HBaseInternals.reader(reference);
    this.hasSequenceIds = reader.getHFileInfo().shouldIncludeMemStoreTS();
    this.ordersBySequenceIds = !file.isBulkLoadResult();
    this.hasTags = reader.getFileContext().isIncludesTags();
  }

  /** The caller closes it. */
  static BaseFile open(HStoreFile file, BlockReads reads, long readPoint) throws IOException {
    StoreFileScanner reference =
        reads.pread()
            ? file.getPreadScanner(reads.cacheBlocks(), readPoint, 0, false)
            : file.getStreamScanner(false, reads.cacheBlocks(), false, readPoint, 0, false);
    return new BaseFile(file, reference);
  }

  static boolean isWalked(HStoreFile file) {
    DataBlockEncoding encoding = file.getReader().getHFileReader().getDataBlockEncoding();
    return encoding == DataBlockEncoding.NONE || encoding == DataBlockEncoding.ROW_INDEX_V1;
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
    reference.close();
  }
}
