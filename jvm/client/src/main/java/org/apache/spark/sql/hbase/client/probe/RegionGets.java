package org.apache.spark.sql.hbase.client.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.spark.sql.hbase.client.cluster.RegionSpan;
import org.apache.spark.sql.hbase.wire.ScanAttributes;

/** Gets by which the coprocessor of a region is asked something. Stateless. */
public final class RegionGets {
  private static final byte[] FAMILY = ScanAttributes.frameFamily();
  // The first row of a table: Gets need one that is not empty.
  private static final byte[] FIRST_ROW = {0};

  /** A region that does not answer must not hold up a query that is only shown. */
  private static final int TIMEOUT_MILLIS = 5_000;

  private RegionGets() {}

  /** A Get of the region's first row key. */
  static Get of(RegionSpan region) {
    byte[] start = region.startRow();
    return new Get(start.length == 0 ? FIRST_ROW : start);
  }

  /**
   * Makes the Get of a region for some families.
   *
   * @param families that are read; empty means all
   */
  static Get of(RegionSpan region, List<byte[]> families) {
    Get get = of(region);
    families.forEach(get::addFamily);
    return get;
  }

  /** The answers in the order of the Gets, within seconds or not at all. One call per server. */
  static Result[] askSoon(Connection connection, TableName name, List<Get> gets)
      throws IOException {
    try (Table table =
        connection
            .getTableBuilder(name, null)
            .setOperationTimeout(TIMEOUT_MILLIS)
            .setReadRpcTimeout(TIMEOUT_MILLIS)
            .build()) {
      return table.get(gets);
    }
  }

  /**
   * The values of the coprocessor's cells of that name; none from a region without the coprocessor,
   * whose cells have other families.
   */
  public static List<byte[]> values(Result result, byte[] qualifier) {
    List<byte[]> values = new ArrayList<>();
    for (Cell cell : result.isEmpty() ? new Cell[0] : result.rawCells()) {
      if (CellUtil.matchingFamily(cell, FAMILY) && CellUtil.matchingQualifier(cell, qualifier)) {
        values.add(CellUtil.cloneValue(cell));
      }
    }
    return values;
  }
}
