package org.apache.spark.sql.hbase.coprocessor.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.spark.sql.hbase.coprocessor.SparkSQLRegionObserver;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.NumbersTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.Plans;
import org.apache.spark.sql.hbase.coprocessor.fixture.SharedCluster;
import org.apache.spark.sql.hbase.coprocessor.server.RegionSettings;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.wire.plan.SubPlans;
import org.junit.jupiter.api.Test;

/** Both hooks of a scan use one plan: it is looked up, or compiled, once. */
class ITPlanOfAScan extends ClusterTest {
  private final AtomicInteger compiled = new AtomicInteger();

  @Test
  void isCompiledOnceForBothHooks() throws IOException {
    NumbersTable table =
        NumbersTable.create(connection, NumbersTable.Layout.PACKED, Map.of())
            .load(connection, 0, 10);
    byte[] subPlan = Plans.countAndSum(table).toByteArray();
    HRegion region = SharedCluster.regions(table.name()).get(0);
    RegionSettings settings =
        RegionSettings.of(
            (RegionCoprocessorEnvironment)
                region
                    .getCoprocessorHost()
                    .findCoprocessorEnvironment(SparkSQLRegionObserver.class.getName()),
            () -> {});
    try {
      SubPlanScanOpener opener = new SubPlanScanOpener(settings, () -> {}, this::compile);

      Scan scan = new Scan();
      opener.prepare(scan, subPlan, region);
      assertEquals(1, compiled.get());
      open(opener, scan, subPlan, region);
      assertEquals(1, compiled.get());

      // Another coprocessor may hand over another Scan than the one that was prepared.
      open(opener, new Scan(), subPlan, region);
      assertEquals(2, compiled.get());
    } finally {
      settings.close();
    }
  }

  private CompiledSubPlan compile(byte[] subPlan) {
    compiled.incrementAndGet();
    return CompiledSubPlan.compile(SubPlans.parse(subPlan));
  }

  private static void open(SubPlanScanOpener opener, Scan scan, byte[] subPlan, HRegion region)
      throws IOException {
    RegionScanner scanner = region.getScanner(scan);
    opener.open(scan, subPlan, region, scanner).close();
  }
}
