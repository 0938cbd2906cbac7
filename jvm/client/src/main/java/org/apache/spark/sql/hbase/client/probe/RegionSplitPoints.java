package org.apache.spark.sql.hbase.client.probe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.client.cluster.RegionSpan;
import org.apache.spark.sql.hbase.wire.ScanAttributes;

/**
 * Asks region servers where to cut their regions into key ranges. Whatever they answer, the ranges
 * are disjoint and cover the region: a wrong key costs speed only.
 */
public final class RegionSplitPoints {
  private static final byte[] QUALIFIER = ScanAttributes.splitPointQualifier();

  private RegionSplitPoints() {}

  /**
   * One region to cut.
   *
   * @param ranges how many to make of it
   */
  public record Request(RegionSpan region, int ranges) {}

  /**
   * Row keys strictly inside each region, ascending; none for a region that does not run the
   * coprocessor. One call per region server.
   *
   * @param families that are read; empty means all
   */
  public static List<List<byte[]>> ask(
      Connection connection, TableName name, List<byte[]> families, List<Request> requests)
      throws IOException {
    List<Get> gets = new ArrayList<>();
    for (Request request : requests) {
      gets.add(get(request, families));
    }
    Result[] results;
    try (Table table = connection.getTable(name)) {
      results = table.get(gets);
    }
    List<List<byte[]>> keys = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      keys.add(keysOf(results[i], requests.get(i).region()));
    }
    return keys;
  }

  private static Get get(Request request, List<byte[]> families) {
    Get get = RegionGets.of(request.region(), families);
    get.setAttribute(
        ScanAttributes.SPLIT_POINTS,
        ByteBuffer.allocate(Integer.BYTES).putInt(request.ranges()).array());
    return get;
  }

  /** The cells of an ordinary row, from a region without the coprocessor, are not keys. */
  static List<byte[]> keysOf(Result result, RegionSpan region) {
    List<byte[]> keys = new ArrayList<>();
    byte[] previous = region.startRow();
    for (byte[] key : RegionGets.values(result, QUALIFIER)) {
      boolean isBelowStop =
          region.stopRow().length == 0 || Bytes.compareTo(key, region.stopRow()) < 0;
      if (isBelowStop && Bytes.compareTo(key, previous) > 0) {
        keys.add(key);
        previous = key;
      }
    }
    return keys;
  }
}
