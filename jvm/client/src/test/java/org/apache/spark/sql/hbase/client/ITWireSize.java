package org.apache.spark.sql.hbase.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.SubPlanReader;
import org.apache.spark.sql.hbase.client.scan.SubPlanRequest;
import org.junit.jupiter.api.Test;

/** Tests that little more crosses the wire than the values of the wanted rows. */
class ITWireSize extends ClusterTest {
  private static final int ROWS = 100_000;
  private static final int WANTED = ROWS / 100;
  // An INT and a BIGINT; Arrow itself adds a schema and the lengths of buffers.
  private static final int BYTES_PER_ROW = 4 + 8;

  @Test
  void aFilterOfOnePercentSendsAtMostATenthMoreThanItsValues() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, 1, Map.of())) {
      byte[] plan = CountPlans.rowsFrom(10L * (ROWS - WANTED)).toByteArray();
      ReaderOptions options = ReaderOptions.defaults().withMode(CoprocessorMode.REQUIRE);
      try (SubPlanReader reader =
          SubPlanReader.open(connection, SubPlanRequest.ofTable(table.name, plan, options))) {
        long rows = 0;
        while (reader.next()) {
          rows += reader.current().rowCount();
        }
        assertEquals(WANTED, rows);
        assertEquals(ROWS, reader.statistics().serverRowsScanned());
        double ratio = (double) reader.statistics().bytesReceived() / (WANTED * BYTES_PER_ROW);
        assertTrue(ratio >= 1 && ratio <= 1.1, "bytes received per byte of value: " + ratio);
      }
    }
  }
}
