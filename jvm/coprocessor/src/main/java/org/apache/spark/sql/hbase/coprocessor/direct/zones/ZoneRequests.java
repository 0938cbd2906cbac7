package org.apache.spark.sql.hbase.coprocessor.direct.zones;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.spark.sql.hbase.engine.row.ValueProbe;
import org.apache.spark.sql.hbase.wire.ColumnZones;
import org.apache.spark.sql.hbase.wire.ScanAttributes;

/** Answers Gets that ask for the zones of columns. docs/FORMAT.md, "Zones". */
public final class ZoneRequests {
  private ZoneRequests() {}

  /**
   * Answers with one cell for each column with zones, of the families that the Get reads.
   *
   * @param probes for the columns by whose values the sub-plan leaves rows out
   */
  public static List<Cell> answer(
      Get get, Region region, List<ValueProbe> probes, ZoneMaps zoneMaps) {
    List<Cell> cells = new ArrayList<>();
    for (ValueProbe probe : probes) {
      Optional<ColumnZones> zones = Optional.empty();
      for (Store store : region.getStores()) {
        byte[] family = store.getColumnFamilyDescriptor().getName();
        boolean isRead = !get.hasFamilies() || get.familySet().contains(family);
        if (isRead && probe.isIn(family)) {
          zones = and(zones, of(store, probe, zoneMaps));
        }
      }
      zones.map(found -> cell(get, found)).ifPresent(cells::add);
    }
    return cells;
  }

  private static Optional<ColumnZones> of(Store store, ValueProbe probe, ZoneMaps zoneMaps) {
    Optional<ColumnZones> zones = Optional.empty();
    for (StoreFile file : store.getStorefiles()) {
      ZoneMap<Zone> map =
          zoneMaps.find(ZoneMaps.Key.ofValues(file.getPath().toString(), probe.stored()));
      if (map != null) {
        for (Zone zone : map.all()) {
          zones = and(zones, Optional.of(of(zone, probe)));
        }
      }
    }
    return zones;
  }

  private static ColumnZones of(Zone zone, ValueProbe probe) {
    int rejected = zone.isRejectedBy(probe.range()) ? 1 : 0;
    int column = probe.range().column();
    return new ColumnZones(column, 1, rejected, zone.blocks(), zone.min(), zone.max());
  }

  private static Optional<ColumnZones> and(Optional<ColumnZones> a, Optional<ColumnZones> b) {
    return a.isPresent() && b.isPresent() ? Optional.of(a.get().and(b.get())) : a.or(() -> b);
  }

  private static Cell cell(Get get, ColumnZones zones) {
    return CellBuilderFactory.create(CellBuilderType.SHALLOW_COPY)
        .setRow(get.getRow())
        .setFamily(ScanAttributes.frameFamily())
        .setQualifier(ScanAttributes.zonesQualifier())
        .setType(Cell.Type.Put)
        .setValue(zones.toBytes())
        .build();
  }
}
