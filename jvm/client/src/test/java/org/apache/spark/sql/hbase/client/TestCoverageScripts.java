package org.apache.spark.sql.hbase.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.apache.spark.sql.hbase.client.cluster.SubPlanException;
import org.apache.spark.sql.hbase.client.scan.FrameBatch;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.SubPlanReader;
import org.apache.spark.sql.hbase.client.scan.SubPlanRequest;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.FrameHeader;
import org.apache.spark.sql.hbase.wire.proto.FrameStatistics;
import org.apache.spark.sql.hbase.wire.proto.StopReason;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The scripts of frames in tests/golden/coverage, which Python's reader reads too. A script that is
 * incomplete there is completed by the engine in this process.
 */
class TestCoverageScripts {
  private static final byte[] PLAN = CountPlans.countAndSum().toByteArray();
  private static final Path SCRIPTS =
      Path.of(
          System.getProperty("basedir", "."),
          "..",
          "..",
          "tests",
          "golden",
          "coverage",
          "scripts.json");

  @TestFactory
  List<DynamicTest> aScriptHasTheOutcomeThatItSays() throws IOException {
    JsonObject file = JsonParser.parseString(Files.readString(SCRIPTS)).getAsJsonObject();
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonElement element : file.getAsJsonArray("cases")) {
      JsonObject script = element.getAsJsonObject();
      tests.add(DynamicTest.dynamicTest(script.get("name").getAsString(), () -> run(script)));
    }
    assertFalse(tests.isEmpty());
    return tests;
  }

  private static void run(JsonObject script) throws IOException {
    FakeTable table = new FakeTable(PLAN);
    List<JsonObject> scans = objects(script, "scans");
    for (JsonObject scan : scans) {
      table.answers(objects(scan, "frames").stream().map(each -> frame(table, each)).toArray());
    }
    String outcome = script.get("outcome").getAsString();
    long[] found = {0, 0};
    try (SubPlanReader reader = open(table)) {
      while (reader.next()) {
        FrameBatch batch = reader.current();
        for (int i = 0; i < batch.rowCount(); i++) {
          found[0] += batch.columns().get(0).getLong(i);
          found[1] += batch.columns().get(1).getLong(i);
        }
      }
      assertEquals(outcome.equals("incomplete"), !reader.statistics().fallbacks().isEmpty());
      assertArrayEquals(expected(script), found);
    } catch (SubPlanException e) {
      assertEquals("refused", outcome, e.getMessage());
      assertEquals(ErrorCode.CORRUPT_FRAME, e.code());
    }
    assertEquals(scans.size(), table.subPlanScans.size());
    for (int i = 0; i < scans.size(); i++) {
      byte[] start = CountPlans.key(scans.get(i).get("start").getAsInt());
      assertArrayEquals(start, table.subPlanScans.get(i).getStartRow());
    }
  }

  /** Count and sum of the keys that are answered; all of them where this process completes them. */
  private static long[] expected(JsonObject script) {
    JsonArray parts = script.getAsJsonArray("answer");
    if (parts == null) {
      assertTrue(script.get("outcome").getAsString().equals("incomplete"), "no answer");
      return new long[] {FakeTable.ROWS, 10L * FakeTable.ROWS * (FakeTable.ROWS - 1) / 2};
    }
    long[] expected = {0, 0};
    for (JsonElement part : parts) {
      int to = part.getAsJsonArray().get(1).getAsInt();
      for (int key = part.getAsJsonArray().get(0).getAsInt(); key < to; key++) {
        expected[0]++;
        expected[1] += 10L * key;
      }
    }
    return expected;
  }

  private static Result frame(FakeTable table, JsonObject given) {
    int from = given.get("from").getAsInt();
    int to = given.get("to").getAsInt();
    JsonArray rows = given.getAsJsonArray("rows");
    int count = rows == null ? 0 : rows.get(1).getAsInt() - rows.get(0).getAsInt();
    int scanned = given.has("rows_scanned") ? given.get("rows_scanned").getAsInt() : count;
    FrameHeader.Builder header =
        table
            .header(from, Math.max(to, 0))
            .setRowCount(count > 0 ? 1 : 0)
            .setStatistics(FrameStatistics.newBuilder().setRowsScanned(scanned));
    if (to < 0) {
      header.setToRow(ByteString.EMPTY);
    }
    if (given.has("stop_reason")) {
      header.setStopReason(StopReason.valueOf(given.get("stop_reason").getAsString()));
    }
    if (given.has("plan")) {
      header.setPlanHash(ByteString.copyFromUtf8("otherone"));
    }
    if (count == 0) {
      return table.frame(header, from, from);
    }
    return table.frame(header, rows.get(0).getAsInt(), rows.get(1).getAsInt());
  }

  private static SubPlanReader open(FakeTable table) throws IOException {
    SubPlanRequest request =
        new SubPlanRequest(
            TableName.valueOf("numbers"),
            PLAN,
            CountPlans.key(0),
            CountPlans.key(FakeTable.ROWS),
            ReaderOptions.defaults().withAttempts(4, 0, 0));
    return new SubPlanReader(table, request, millis -> {});
  }

  private static List<JsonObject> objects(JsonObject parent, String name) {
    return StreamSupport.stream(parent.getAsJsonArray(name).spliterator(), false)
        .map(JsonElement::getAsJsonObject)
        .toList();
  }
}
