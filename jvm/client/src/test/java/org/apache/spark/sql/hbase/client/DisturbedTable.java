package org.apache.spark.sql.hbase.client;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.spark.sql.hbase.client.cluster.TableAccess;

/** A table to which something happens after each batch of gets. Not thread-safe. */
final class DisturbedTable extends ForwardingTable {
  private final NumbersTable.Disturbance disturbance;
  private int batches;

  DisturbedTable(TableAccess table, NumbersTable.Disturbance disturbance) {
    super(table);
    this.disturbance = disturbance;
  }

  @Override
  public Result[] get(List<Get> gets) throws IOException {
    Result[] results = super.get(gets);
    try {
      disturbance.afterBatch(++batches);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return results;
  }
}
