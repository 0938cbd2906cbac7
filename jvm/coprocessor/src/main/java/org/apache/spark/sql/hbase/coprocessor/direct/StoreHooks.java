package org.apache.spark.sql.hbase.coprocessor.direct;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Set;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.HRegion;

/**
 * Hooks by which another coprocessor changes what a store shows, without a trace in the Scan. An
 * observer has them when its class overrides one. Thread-safe.
 */
final class StoreHooks {
  static final Set<String> NAMES =
      Set.of(
          "preStoreScannerOpen",
          "preStoreFileReaderOpen",
          "postStoreFileReaderOpen",
          "postInstantiateDeleteTracker",
          "postScannerFilterRow");

  /**
   * The class by which Apache Ranger loads its plugin. It overrides every hook, and each one does
   * no more than call the same hook of the observer in this field (Ranger's module
   * hbase-plugin-shim).
   */
  private static final String RANGER =
      "org.apache.ranger.authorization.hbase.RangerAuthorizationCoprocessor";

  private static final String RANGER_FIELD = "implRegionObserver";

  private static final ClassValue<Boolean> OVERRIDDEN =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> observer) {
          return Arrays.stream(observer.getMethods())
              .anyMatch(
                  method ->
                      NAMES.contains(method.getName())
                          && method.getDeclaringClass() != RegionObserver.class);
        }
      };

  private StoreHooks() {}

  static boolean areForeign(HRegion region) {
    return region.getCoprocessorHost() != null
        && region.getCoprocessorHost().findCoprocessors(RegionCoprocessor.class).stream()
            .flatMap(coprocessor -> coprocessor.getRegionObserver().stream())
            .anyMatch(StoreHooks::areIn);
  }

  static boolean areIn(RegionObserver observer) {
    return OVERRIDDEN.get(observer.getClass())
        && !(observer.getClass().getName().equals(RANGER) && passesOnToNone(observer));
  }

  /** Whether the observer behind Ranger's has no hook. Another Ranger may have no such field. */
  private static boolean passesOnToNone(RegionObserver ranger) {
    try {
      Field field = ranger.getClass().getDeclaredField(RANGER_FIELD);
      field.setAccessible(true);
      return field.get(ranger) instanceof RegionObserver behind
          && !OVERRIDDEN.get(behind.getClass());
    } catch (ReflectiveOperationException | RuntimeException e) {
      return false;
    }
  }
}
