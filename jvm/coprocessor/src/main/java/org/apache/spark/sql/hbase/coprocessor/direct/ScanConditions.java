package org.apache.spark.sql.hbase.coprocessor.direct;

import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.spark.sql.hbase.coprocessor.direct.format.ScannerNeeded;
import org.apache.spark.sql.hbase.coprocessor.direct.format.ScannerReason;

/**
 * The conditions on a scan and its region under which the rows of store files equal the rows of the
 * scanner. That the scan runs forward over one version of whole rows is checked before, for every
 * sub-plan.
 */
final class ScanConditions {
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
    require(!StoreHooks.areForeign(region), ScannerReason.FOREIGN_OBSERVER);
    for (ColumnFamilyDescriptor family : region.getTableDescriptor().getColumnFamilies()) {
      require(!family.isMobEnabled() && !family.isNewVersionBehavior(), ScannerReason.FAMILY);
    }
  }

  private static void require(boolean holds, ScannerReason otherwise) throws ScannerNeeded {
    if (!holds) {
      throw new ScannerNeeded(otherwise);
    }
  }
}
