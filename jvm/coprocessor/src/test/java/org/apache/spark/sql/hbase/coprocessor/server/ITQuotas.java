package org.apache.spark.sql.hbase.coprocessor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.FrameScan;
import org.apache.spark.sql.hbase.coprocessor.fixture.NumbersTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.Plans;
import org.apache.spark.sql.hbase.coprocessor.fixture.SharedCluster;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.junit.jupiter.api.Test;

/**
 * Region servers that slow down a table by a quota slow down its sub-plans, and nothing is lost.
 */
class ITQuotas extends ClusterTest {
  private static final int ROWS = 400;

  @Test
  void aScanThatIsThrottledBetweenItsFramesIsWhole() throws Exception {
    NumbersTable table =
        NumbersTable.create(
                connection,
                NumbersTable.Layout.PACKED,
                Map.of(ServerSetting.FRAME_MAX_ROWS, "10", ServerSetting.BATCH_MAX_ROWS, "10"))
            .load(connection, 0, ROWS)
            // An assertion of HBase's own fails where a scan reads no block.
            .flush(connection);
    try (Admin admin = connection.getAdmin()) {
      admin.setQuota(
          QuotaSettingsFactory.throttleTable(
              table.name(), ThrottleType.READ_NUMBER, 15, TimeUnit.SECONDS));
      try {
        awaitThrottling(table);
        List<ResultFrame> frames =
            FrameScan.all(connection, table.name(), Plans.rows(table), new Scan());
        assertTrue(frames.size() >= ROWS / 10, frames.size() + " frames");
        assertEquals(LongStream.range(0, ROWS).sum(), FrameScan.sum(frames, 0));
      } finally {
        admin.setQuota(QuotaSettingsFactory.unthrottleTable(table.name()));
      }
    }
  }

  /** Region servers look for quotas now and then. */
  private static void awaitThrottling(NumbersTable table) throws IOException {
    Configuration once = SharedCluster.get().configuration();
    once.setInt("hbase.client.retries.number", 0);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    try (Connection impatient = ConnectionFactory.createConnection(once);
        Table hbase = impatient.getTable(table.name())) {
      while (true) {
        assertTrue(System.nanoTime() < deadline, "no call was throttled");
        try {
          hbase.exists(new Get(NumbersTable.rowKey(1)));
        } catch (IOException e) {
          if (isThrottling(e)) {
            return;
          }
          throw e;
        }
      }
    }
  }

  private static boolean isThrottling(Throwable problem) {
    return problem != null
        && (problem instanceof RpcThrottlingException
            || String.valueOf(problem.getMessage()).contains("RpcThrottlingException")
            || isThrottling(problem.getCause()));
  }
}
