package org.apache.spark.sql.hbase.coprocessor;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.coprocessor.ObserverContextImpl;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.spark.sql.hbase.wire.ScanAttributes;
import org.junit.jupiter.api.Test;

/** Hooks throw nothing but an IOException, or HBase would drop the coprocessor from the region. */
class TestSparkSQLRegionObserver {
  private static final RegionInfo INFO =
      RegionInfoBuilder.newBuilder(TableName.valueOf("t")).build();

  /** Answers with what it is given, and with an error of linkage for everything else. */
  private static <T> T only(Class<T> type, String method, Object answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, called, arguments) -> {
              if (called.getName().equals(method)) {
                return answer;
              }
              throw new NoSuchMethodError(called.toString());
            }));
  }

  @Test
  void aQuestionForTheVersionThatFailsIsAnErrorOfTheClients() {
    Region region = only(Region.class, "getRegionInfo", INFO);
    RegionCoprocessorEnvironment environment =
        only(RegionCoprocessorEnvironment.class, "getRegion", region);
    ObserverContextImpl<RegionCoprocessorEnvironment> context = new ObserverContextImpl<>(null);
    context.prepare(environment);
    Get get = new Get(new byte[] {1}).setAttribute(ScanAttributes.VERSION, new byte[] {1});

    assertThrows(
        DoNotRetryIOException.class,
        () -> new SparkSQLRegionObserver().preGetOp(context, get, new ArrayList<>()));
  }
}
