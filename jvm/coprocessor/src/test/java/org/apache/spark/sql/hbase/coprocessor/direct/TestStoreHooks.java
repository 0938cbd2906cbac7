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
import org.apache.ranger.authorization.hbase.RangerAuthorizationCoprocessor;
import org.apache.spark.sql.hbase.coprocessor.SparkSQLRegionObserver;
import org.junit.jupiter.api.Test;

class TestStoreHooks {
  @Test
  void everyHookIsOneOfHBase() {
    Set<String> hooks =
        Arrays.stream(RegionObserver.class.getMethods())
            .map(method -> method.getName())
            .filter(StoreHooks.NAMES::contains)
            .collect(Collectors.toCollection(TreeSet::new));

    assertEquals(new TreeSet<>(StoreHooks.NAMES), hooks);
  }

  @Test
  void observersThatHookIntoStoresAreFoundByTheirMethods() {
    assertTrue(StoreHooks.areIn(new VisibilityController()));
    assertTrue(StoreHooks.areIn(new InheritedHook()));
    assertFalse(StoreHooks.areIn(new AccessController()));
    assertFalse(StoreHooks.areIn(new SparkSQLRegionObserver()));
  }

  @Test
  void rangersObserverIsJudgedByTheOneBehindIt() {
    assertFalse(StoreHooks.areIn(new RangerAuthorizationCoprocessor(new AccessController())));
    assertTrue(StoreHooks.areIn(new RangerAuthorizationCoprocessor(new VisibilityController())));
    assertTrue(StoreHooks.areIn(new RangerAuthorizationCoprocessor(null)));
    assertTrue(StoreHooks.areIn(new AnyWrapper(new AccessController())));
  }

  private static final class InheritedHook extends VisibilityController {}

  /** A class of another name may do more in its hooks than call those of its field. */
  private static final class AnyWrapper extends RangerAuthorizationCoprocessor {
    AnyWrapper(RegionObserver behind) {
      super(behind);
    }
  }
}
