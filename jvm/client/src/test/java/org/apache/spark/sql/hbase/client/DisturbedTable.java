package org.apache.spark.sql.hbase.client;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;

/** A table to which something happens after each batch of gets. Not thread-safe. */
final class DisturbedTable implements TableAccess {
  private final TableAccess table;
  private final NumbersTable.Disturbance disturbance;
  private int batches;

  DisturbedTable(TableAccess table, NumbersTable.Disturbance disturbance) {
    this.table = table;
    this.disturbance = disturbance;
  }

  @Override
  public ResultScanner scan(Scan scan) throws IOException {
    return table.scan(scan);
  }

  @Override
  public Result[] get(List<Get> gets) throws IOException {
    Result[] results = table.get(gets);
    try {
      disturbance.afterBatch(++batches);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return results;
  }

  @Override
  public byte[] regionEnd(byte[] row) throws IOException {
    return table.regionEnd(row);
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
