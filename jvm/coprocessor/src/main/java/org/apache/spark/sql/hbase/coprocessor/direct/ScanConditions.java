package org.apache.spark.sql.hbase.coprocessor.direct;

import java.util.Arrays;
import java.util.Set;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.spark.sql.hbase.coprocessor.direct.format.ScannerNeeded;
import org.apache.spark.sql.hbase.coprocessor.direct.format.ScannerReason;

/**
 * The conditions on a scan and its region under which the rows of store files equal the rows of the
 * scanner. That the scan runs forward over one version of whole rows is checked before, for every
 * sub-plan.
 */
final class ScanConditions {
  /** Hooks by which another coprocessor changes what a store shows, without a trace in the Scan. */
  static final Set<String> STORE_HOOKS =
      Set.of(
          "preStoreScannerOpen",
          "preStoreFileReaderOpen",
          "postStoreFileReaderOpen",
          "postInstantiateDeleteTracker",
          "postScannerFilterRow");

  private static final ClassValue<Boolean> HAS_STORE_HOOKS =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> observer) {
          return Arrays.stream(observer.getMethods())
              .anyMatch(
                  method ->
                      STORE_HOOKS.contains(method.getName())
                          && method.getDeclaringClass() != RegionObserver.class);
        }
      };

  private ScanConditions() {}

  static boolean areMet(Scan scan, HRegion region) {
    try {
      check(scan, region);
      return true;
    } catch (ScannerNeeded e) {
      return false;
    }
  }

  static void check(Scan scan, HRegion region) throws ScannerNeeded {
    require(!scan.hasFilter(), ScannerReason.FILTER);
    require(
        scan.getFamilyMap().values().stream().allMatch(columns -> columns == null),
        ScannerReason.COLUMNS);
    require(
        scan.getTimeRange().isAllTime() && scan.getColumnFamilyTimeRange().isEmpty(),
        ScannerReason.TIME_RANGE);
    require(scan.getIsolationLevel() == IsolationLevel.READ_COMMITTED, ScannerReason.ISOLATION);
    require(!scan.isGetScan(), ScannerReason.ONE_ROW);
    require(
        region.getRegionInfo().getReplicaId() == RegionInfo.DEFAULT_REPLICA_ID,
        ScannerReason.REPLICA);
    require(!hasForeignStoreHooks(region), ScannerReason.FOREIGN_OBSERVER);
    for (ColumnFamilyDescriptor family : region.getTableDescriptor().getColumnFamilies()) {
      require(!family.isMobEnabled() && !family.isNewVersionBehavior(), ScannerReason.FAMILY);
    }
  }

  private static void require(boolean holds, ScannerReason otherwise) throws ScannerNeeded {
    if (!holds) {
      throw new ScannerNeeded(otherwise);
    }
  }

  private static boolean hasForeignStoreHooks(HRegion region) {
    return region.getCoprocessorHost() != null
        && region.getCoprocessorHost().findCoprocessors(RegionCoprocessor.class).stream()
            .flatMap(coprocessor -> coprocessor.getRegionObserver().stream())
            .anyMatch(observer -> hasStoreHooks(observer.getClass()));
  }

  static boolean hasStoreHooks(Class<? extends RegionObserver> observer) {
    return HAS_STORE_HOOKS.get(observer);
  }
}
