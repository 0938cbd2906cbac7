package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.apache.spark.sql.hbase.coprocessor.direct.format.ScannerNeeded;
import org.apache.spark.sql.hbase.coprocessor.direct.format.ScannerReason;
import org.apache.spark.sql.hbase.coprocessor.link.HBaseInternals;

/**
 * The files of one store, told apart. Base files hold most cells and have no row in common, so that
 * each of their rows lies in one of them. All others are the patch.
 *
 * @param base in the order of their rows
 */
record StoreFiles(List<HStoreFile> base, List<HStoreFile> patch) {

  /**
   * @param readPoint of the scan
   * @throws ScannerNeeded for a file whose cells are not simply what is in it
   */
  static StoreFiles of(Collection<HStoreFile> files, long readPoint) throws ScannerNeeded {
    List<HStoreFile> bySize = new ArrayList<>();
    for (HStoreFile file : files) {
      check(file, readPoint);
      if (file.getReader().getEntries() > 0) {
        bySize.add(file);
      }
    }
    bySize.sort(
        Comparator.comparingLong((HStoreFile file) -> file.getReader().getEntries()).reversed());
    List<HStoreFile> base = new ArrayList<>();
    List<HStoreFile> patch = new ArrayList<>();
    for (HStoreFile file : bySize) {
      boolean isDisjoint = base.stream().allMatch(other -> areDisjoint(file, other));
      (isDisjoint ? base : patch).add(file);
    }
    base.sort((a, b) -> Arrays.compareUnsigned(WalkedFile.firstRow(a), WalkedFile.firstRow(b)));
    return new StoreFiles(base, patch);
  }

  static long cells(List<HStoreFile> files) {
    return files.stream().mapToLong(file -> file.getReader().getEntries()).sum();
  }

  static long bytes(List<HStoreFile> files) {
    return files.stream().mapToLong(file -> file.getReader().length()).sum();
  }

  private static void check(HStoreFile file, long readPoint) throws ScannerNeeded {
    if (file.isReference() || file.getFileInfo().isLink()) {
      throw new ScannerNeeded(ScannerReason.REFERENCE_FILE);
    }
    // Historical files are left out of scans; cells of the others are not what they seem.
    if (file.getReader().getClass() != StoreFileReader.class
        || HBaseInternals.isHistorical(file)
        || file.getMetadataValue(HStoreFile.SKIP_RESET_SEQ_ID) != null) {
      throw new ScannerNeeded(ScannerReason.FILE_FORMAT);
    }
    if (file.isBulkLoadResult() && file.getMaxSequenceId() > readPoint) {
      throw new ScannerNeeded(ScannerReason.NEWER_FILE);
    }
  }

  private static boolean areDisjoint(HStoreFile a, HStoreFile b) {
    return Arrays.compareUnsigned(WalkedFile.lastRow(a), WalkedFile.firstRow(b)) < 0
        || Arrays.compareUnsigned(WalkedFile.lastRow(b), WalkedFile.firstRow(a)) < 0;
  }
}
