package org.apache.spark.sql.hbase.client;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.spark.sql.hbase.client.cluster.FilterSupport;
import org.apache.spark.sql.hbase.client.cluster.TableAccess;

/** Another table as it is; subclasses change one thing. */
abstract class ForwardingTable implements TableAccess {
  private final TableAccess table;

  ForwardingTable(TableAccess table) {
    this.table = table;
  }

  @Override
  public ResultScanner scan(Scan scan) throws IOException {
    return table.scan(scan);
  }

  @Override
  public Result[] get(List<Get> gets) throws IOException {
    return table.get(gets);
  }

  @Override
  public byte[] regionEnd(byte[] row) throws IOException {
    return table.regionEnd(row);
  }

  @Override
  public RegionInfo region(byte[] row) throws IOException {
    return table.region(row);
  }

  @Override
  public FilterSupport filters() {
    return table.filters();
  }

  @Override
  public void forgetLocations() {
    table.forgetLocations();
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
