package org.apache.spark.sql.hbase.coprocessor.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.visibility.VisibilityController;
import org.apache.spark.sql.hbase.coprocessor.SparkSQLRegionObserver;
import org.junit.jupiter.api.Test;

class TestScanConditions {
  @Test
  void everyHookIsOneOfHBase() {
    Set<String> hooks =
        Arrays.stream(RegionObserver.class.getMethods())
            .map(method -> method.getName())
            .filter(ScanConditions.STORE_HOOKS::contains)
            .collect(Collectors.toCollection(TreeSet::new));

    assertEquals(new TreeSet<>(ScanConditions.STORE_HOOKS), hooks);
  }

  @Test
  void observersThatHookIntoStoresAreFoundByTheirMethods() {
    assertTrue(ScanConditions.hasStoreHooks(VisibilityController.class));
    assertTrue(ScanConditions.hasStoreHooks(InheritedHook.class));
    assertFalse(ScanConditions.hasStoreHooks(AccessController.class));
    assertFalse(ScanConditions.hasStoreHooks(SparkSQLRegionObserver.class));
  }

  private static final class InheritedHook extends VisibilityController {}
}
