package org.apache.spark.sql.hbase.coprocessor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.FrameScan;
import org.apache.spark.sql.hbase.coprocessor.fixture.NumbersTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.Plans;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.junit.jupiter.api.Test;

/** Settings of one table reach its regions. */
class ITServerSettings extends ClusterTest {
  @Test
  void aTableCanSwitchSubPlansOff() throws IOException {
    RemoteError refusal = refusal(Map.of(ServerSetting.ENABLED, "false"));

    assertEquals(ErrorCode.COPROCESSOR_DISABLED, refusal.code());
    assertEquals(ServerSetting.ENABLED.key(), refusal.values().get("property"));
    assertTrue(refusal.code().allowsFallback());
  }

  @Test
  void aWrongSettingRefusesSubPlansButOpensTheRegion() throws IOException {
    RemoteError refusal = refusal(Map.of(ServerSetting.SLICE_MILLIS, "soon"));

    assertEquals(ErrorCode.COPROCESSOR_DISABLED, refusal.code());
    assertEquals(
        ServerSetting.SLICE_MILLIS.key() + " must be a whole number, not soon",
        refusal.values().get("problem"));
  }

  /**
   * Two numbers of a row take 16 bytes, and a frame is sent when its rows have reached the size.
   */
  @Test
  void aFrameIsSentWhenItsRowsHaveTheSize() throws IOException {
    Map<ServerSetting, String> small =
        Map.of(ServerSetting.FRAME_MAX_BYTES, "320", ServerSetting.BATCH_MAX_ROWS, "1");
    NumbersTable table =
        NumbersTable.create(connection, NumbersTable.Layout.COLUMNS, small)
            .load(connection, 0, 1000);

    List<ResultFrame> frames =
        FrameScan.all(connection, table.name(), Plans.rows(table), new Scan());

    assertEquals(1000, FrameScan.rows(frames));
    assertTrue(frames.size() >= 25 && frames.size() <= 100, "frames: " + frames.size());
  }

  private static RemoteError refusal(Map<ServerSetting, String> settings) throws IOException {
    NumbersTable table =
        NumbersTable.create(connection, NumbersTable.Layout.COLUMNS, settings)
            .load(connection, 0, 3);
    Throwable thrown =
        assertThrows(
            IOException.class,
            () -> FrameScan.all(connection, table.name(), Plans.countAndSum(table), new Scan()));
    assertTrue(thrown instanceof DoNotRetryIOException, thrown.toString());
    assertEquals(3, plainRows(table));
    return RemoteError.find(thrown.toString()).orElseThrow();
  }

  private static int plainRows(NumbersTable table) throws IOException {
    int rows = 0;
    try (Table hbase = connection.getTable(table.name());
        ResultScanner scanner = hbase.getScanner(new Scan())) {
      while (scanner.next() != null) {
        rows++;
      }
    }
    return rows;
  }
}
