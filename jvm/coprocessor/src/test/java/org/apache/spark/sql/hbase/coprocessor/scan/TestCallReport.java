package org.apache.spark.sql.hbase.coprocessor.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.apache.spark.sql.hbase.coprocessor.server.ServerMetrics;
import org.junit.jupiter.api.Test;

class TestCallReport {
  private static final RegionInfo REGION =
      RegionInfoBuilder.newBuilder(TableName.valueOf("t")).build();

  private final MetricRegistry registry =
      new MetricRegistryImpl(new MetricRegistryInfo("m", "d", "j", "c", true));

  @Test
  void aScanIsSlowByTheTimeOfAllItsCalls() {
    CallReport fast = report();
    fast.called(1_900_000);
    fast.ended();
    assertEquals(0, registry.counter("slowSubPlans").getCount());

    CallReport slow = report();
    slow.called(1_900_000);
    slow.called(100_000);
    slow.ended();
    assertEquals(1, registry.counter("slowSubPlans").getCount());
    assertEquals(2, registry.counter("subPlanScans").getCount());
  }

  @Test
  void theLineOfASlowScanHasItsPlanAndItsFigures() {
    CallReport report = report();
    report.called(12_000_000);
    report.waited();
    report.frameSent(40);
    report.frameSent(2);
    assertEquals(
        "A sub-plan was slow. plan=0aff table=t region="
            + REGION.getEncodedName()
            + " user=- client=- millis=12 waits=1 frames=2 rowsScanned=42",
        report.line());
  }

  private CallReport report() {
    return new CallReport(REGION, new byte[] {10, -1}, new ServerMetrics(registry), 2_000_000);
  }
}
