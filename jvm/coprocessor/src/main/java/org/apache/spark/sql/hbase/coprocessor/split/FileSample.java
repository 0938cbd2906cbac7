package org.apache.spark.sql.hbase.coprocessor.split;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.spark.sql.hbase.coprocessor.link.HBaseInternals;

/**
 * Row keys of a store file at about equal distances in bytes, from its block index as far as that
 * is in memory. The index of a large file is a tree of which only the top is there. Between two of
 * its keys the rows are taken as evenly spread.
 */
final class FileSample {
  /** More would cost time and make no better cuts: a table has about three tasks per core. */
  private static final int STRETCHES = 64;

  /**
   * A part of a file.
   *
   * @param row where it begins
   * @param bytes how long it is
   */
  record Stretch(byte[] row, long bytes) {}

  private FileSample() {}

  /** The stretches of one file in row-key order, none of a file without rows. */
  static List<Stretch> of(HFile.Reader file) {
    if (file.getFirstRowKey().isEmpty() || file.getLastRowKey().isEmpty()) {
      return List.of();
    }
    byte[] first = file.getFirstRowKey().get();
    byte[] last = file.getLastRowKey().get();
    KeyInterpolation rows = new KeyInterpolation(first, last);
    int entries = Math.max(1, HBaseInternals.rootEntries(file));
    int known = Math.min(entries, STRETCHES);
    int parts = STRETCHES / known;
    long bytes = file.length() / ((long) known * parts);
    List<Stretch> stretches = new ArrayList<>();
    byte[] start = first;
    for (int i = 1; i <= known; i++) {
      byte[] end = i == known ? last : entry(file, rows, (int) ((long) i * entries / known));
      KeyInterpolation between = new KeyInterpolation(start, end);
      for (int part = 0; part < parts; part++) {
        stretches.add(new Stretch(between.at(part, parts), bytes));
      }
      start = end;
    }
    return stretches;
  }

  /** Finds the first row of an entry of the index, which the index itself does not tell. */
  private static byte[] entry(HFile.Reader file, KeyInterpolation rows, int entry) {
    return rows.first(
        row -> HBaseInternals.rootEntry(file, KeyValueUtil.createFirstOnRow(row)) >= entry);
  }
}
