package org.apache.spark.sql.hbase.client.cluster;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** The access of a reader to one HBase table; tests put in their own. Not thread-safe. */
public interface TableAccess extends AutoCloseable {
  ResultScanner scan(Scan scan) throws IOException;

  /** A Result per Get, in their order; an empty one for a row that does not exist. */
  Result[] get(List<Get> gets) throws IOException;

  /**
   * First row key beyond the region that holds {@code row}, as hbase:meta says now; empty for the
   * last region.
   */
  byte[] regionEnd(byte[] row) throws IOException;

  /** Returns the state of the region servers' filters, as far as it is known. */
  FilterSupport filters();

  /** The region that holds {@code row}, as the client knows it now. */
  RegionInfo region(byte[] row) throws IOException;

  /** Makes the next scan or get look up its regions again. */
  void forgetLocations();

  @Override
  void close() throws IOException;

  /** The table as the HBase client sees it. The connection stays the caller's. */
  static TableAccess of(Connection connection, TableName name) throws IOException {
    Table table = connection.getTable(name);
    RegionLocator locator = connection.getRegionLocator(name);
    FilterSupport filters = FilterSupport.of(connection);
    RowKeyLimit limit = RowKeyLimit.of(name.getNameAsString());
    return new TableAccess() {
      @Override
      public ResultScanner scan(Scan scan) throws IOException {
        limit.check(scan.getStartRow());
        return table.getScanner(scan);
      }

      @Override
      public Result[] get(List<Get> gets) throws IOException {
        for (Get get : gets) {
          limit.check(get.getRow());
        }
        return table.get(gets);
      }

      @Override
      public byte[] regionEnd(byte[] row) throws IOException {
        limit.check(row);
        return locator.getRegionLocation(row, true).getRegion().getEndKey();
      }

      @Override
      public FilterSupport filters() {
        return filters;
      }

      @Override
      public RegionInfo region(byte[] row) throws IOException {
        return locator.getRegionLocation(row).getRegion();
      }

      @Override
      public void forgetLocations() {
        locator.clearRegionLocationCache();
      }

      @Override
      public void close() throws IOException {
        try (locator) {
          table.close();
        }
      }
    };
  }
}
