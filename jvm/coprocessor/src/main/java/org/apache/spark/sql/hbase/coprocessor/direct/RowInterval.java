package org.apache.spark.sql.hbase.coprocessor.direct;

import java.util.Arrays;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeys;

/**
 * Row keys {@code [from, to)}; an empty {@code from} is the start of the table, an empty {@code to}
 * its end. Immutable by agreement: nobody changes the arrays.
 */
public record RowInterval(byte[] from, byte[] to) {

  /** The row keys of a forward scan. */
  public static RowInterval of(Scan scan) {
    byte[] start = scan.getStartRow();
    byte[] stop = scan.getStopRow();
    return new RowInterval(
        scan.includeStartRow() || start.length == 0 ? start : RowKeys.after(start),
        scan.includeStopRow() && stop.length > 0 ? RowKeys.after(stop) : stop);
  }

  /** The row keys of a forward scan inside a region. */
  public static RowInterval of(Scan scan, RegionInfo region) {
    RowInterval rows = of(scan);
    byte[] from =
        Arrays.compareUnsigned(rows.from, region.getStartKey()) >= 0
            ? rows.from
            : region.getStartKey();
    return new RowInterval(from, earlierEnd(rows.to, region.getEndKey()));
  }

  private static byte[] earlierEnd(byte[] a, byte[] b) {
    if (a.length == 0) {
      return b;
    }
    return b.length == 0 || Arrays.compareUnsigned(a, b) <= 0 ? a : b;
  }
}
