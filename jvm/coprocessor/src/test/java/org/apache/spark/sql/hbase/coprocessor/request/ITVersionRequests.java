package org.apache.spark.sql.hbase.coprocessor.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.NumbersTable;
import org.apache.spark.sql.hbase.coprocessor.server.ServerSetting;
import org.apache.spark.sql.hbase.engine.expression.JavaRules;
import org.apache.spark.sql.hbase.wire.ProductVersion;
import org.apache.spark.sql.hbase.wire.ScanAttributes;
import org.junit.jupiter.api.Test;

/** A region tells which code runs in it, whether it has rows and whether it runs sub-plans. */
class ITVersionRequests extends ClusterTest {
  @Test
  void anEmptyRegionAnswers() throws IOException {
    Result answer = ask(Map.of());
    assertNull(answer.getValue(ScanAttributes.frameFamily(), ScanAttributes.refusalQualifier()));
    assertEquals(ProductVersion.CURRENT, text(answer, ScanAttributes.versionQualifier()));
    assertEquals(JavaRules.digest(), text(answer, ScanAttributes.javaDigestQualifier()));
    assertEquals(JavaRules.release(), text(answer, ScanAttributes.javaReleaseQualifier()));
  }

  @Test
  void aRegionWhoseStoreFilesAreNotReadSaysWhy() throws IOException {
    byte[] reason = ScanAttributes.scannerReasonQualifier();
    assertNull(ask(Map.of()).getValue(ScanAttributes.frameFamily(), reason));
    assertEquals("DISABLED", text(ask(Map.of(ServerSetting.DIRECT_ENABLED, "false")), reason));
  }

  @Test
  void aRegionWhoseSubPlansAreSwitchedOffSaysSo() throws IOException {
    Result answer = ask(Map.of(ServerSetting.ENABLED, "false"));
    assertEquals("COPROCESSOR_DISABLED", text(answer, ScanAttributes.refusalQualifier()));
    assertNull(answer.getValue(ScanAttributes.frameFamily(), ScanAttributes.problemQualifier()));
  }

  @Test
  void aRegionThatCouldNotStartSaysWhy() throws IOException {
    Result answer = ask(Map.of(ServerSetting.SLICE_MILLIS, "soon"));
    assertEquals("COPROCESSOR_DISABLED", text(answer, ScanAttributes.refusalQualifier()));
    String problem = text(answer, ScanAttributes.problemQualifier());
    assertTrue(problem.endsWith("must be a whole number, not soon"), problem);
  }

  private static Result ask(Map<ServerSetting, String> settings) throws IOException {
    NumbersTable table = NumbersTable.create(connection, NumbersTable.Layout.COLUMNS, settings);
    Get get = new Get(new byte[] {0});
    get.setAttribute(ScanAttributes.VERSION, new byte[] {1});
    try (Table hbase = connection.getTable(table.name())) {
      return hbase.get(get);
    }
  }

  private static String text(Result answer, byte[] qualifier) {
    return new String(
        answer.getValue(ScanAttributes.frameFamily(), qualifier), StandardCharsets.UTF_8);
  }
}
