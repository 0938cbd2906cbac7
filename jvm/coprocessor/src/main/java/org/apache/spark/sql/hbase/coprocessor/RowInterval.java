package org.apache.spark.sql.hbase.coprocessor;

import java.util.Arrays;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Row keys {@code [from, to)}; an empty {@code from} is the start of the table, an empty {@code to}
 * its end. Immutable by agreement: nobody changes the arrays.
 */
record RowInterval(byte[] from, byte[] to) {

  /** What is left of a forward scan inside a region. */
  static RowInterval of(Scan scan, RegionInfo region) {
    byte[] start = scan.includeStartRow() ? scan.getStartRow() : after(scan.getStartRow());
    byte[] stop = scan.includeStopRow() ? after(scan.getStopRow()) : scan.getStopRow();
    byte[] from =
        Arrays.compareUnsigned(start, region.getStartKey()) >= 0 ? start : region.getStartKey();
    return new RowInterval(from, earlierEnd(stop, region.getEndKey()));
  }

  /** The first row key after {@code row}; the empty row key, which no row has, stays empty. */
  static byte[] after(byte[] row) {
    return row.length == 0 ? row : Arrays.copyOf(row, row.length + 1);
  }

  private static byte[] earlierEnd(byte[] a, byte[] b) {
    if (a.length == 0) {
      return b;
    }
    return b.length == 0 || Arrays.compareUnsigned(a, b) <= 0 ? a : b;
  }
}
