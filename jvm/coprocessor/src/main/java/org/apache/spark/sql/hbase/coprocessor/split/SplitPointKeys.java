package org.apache.spark.sql.hbase.coprocessor.split;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.spark.sql.hbase.coprocessor.split.FileSample.Stretch;

/** Chooses where to cut a region. */
final class SplitPointKeys {
  private SplitPointKeys() {}

  /**
   * Row keys strictly inside the region, ascending, that divide the bytes into {@code ranges} about
   * equal parts; fewer where rows are larger than that.
   *
   * @param stretches of all store files, in any order. Stretches of other regions are passed over
   *     (a file that a region split left behind belongs to two)
   */
  static List<byte[]> choose(RegionInfo region, List<Stretch> stretches, int ranges) {
    List<Stretch> inside = new ArrayList<>();
    double total = 0;
    for (Stretch stretch : stretches) {
      if (region.containsRow(stretch.row())) {
        inside.add(stretch);
        total += stretch.bytes();
      }
    }
    inside.sort(Comparator.comparing(Stretch::row, Arrays::compareUnsigned));
    List<byte[]> keys = new ArrayList<>();
    byte[] previous = inside.isEmpty() ? region.getStartKey() : inside.get(0).row();
    double bytes = 0;
    double end = total / ranges;
    for (Stretch stretch : inside) {
      // The nearest of the two ends of a stretch.
      boolean isFull = bytes + stretch.bytes() / 2.0 > end;
      if (isFull && Arrays.compareUnsigned(stretch.row(), previous) > 0) {
        previous = stretch.row();
        keys.add(previous);
        while (end < bytes + stretch.bytes() / 2.0) {
          end += total / ranges;
        }
      }
      bytes += stretch.bytes();
    }
    return keys;
  }
}
