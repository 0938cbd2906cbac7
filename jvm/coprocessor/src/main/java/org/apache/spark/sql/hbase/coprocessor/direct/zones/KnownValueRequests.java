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
import org.apache.spark.sql.hbase.wire.KnownValues;
import org.apache.spark.sql.hbase.wire.ScanAttributes;

/** Answers Gets that ask what is known of values. docs/FORMAT.md, "Known values". */
public final class KnownValueRequests {
  private KnownValueRequests() {}

  /**
   * One cell for each column of which something is known, of the families that the Get reads.
   *
   * @param probes for the columns by whose values the sub-plan leaves rows out
   */
  public static List<Cell> answer(
      Get get, Region region, List<ValueProbe> probes, ZoneMaps zoneMaps) {
    List<Cell> cells = new ArrayList<>();
    for (ValueProbe probe : probes) {
      Optional<KnownValues> known = Optional.empty();
      for (Store store : region.getStores()) {
        byte[] family = store.getColumnFamilyDescriptor().getName();
        boolean isRead = !get.hasFamilies() || get.familySet().contains(family);
        if (isRead && probe.isIn(family)) {
          known = and(known, of(store, probe, zoneMaps));
        }
      }
      known.map(values -> cell(get, values)).ifPresent(cells::add);
    }
    return cells;
  }

  private static Optional<KnownValues> of(Store store, ValueProbe probe, ZoneMaps zoneMaps) {
    Optional<KnownValues> known = Optional.empty();
    for (StoreFile file : store.getStorefiles()) {
      ZoneMap<Zone> map =
          zoneMaps.find(ZoneMaps.Key.ofValues(file.getPath().toString(), probe.stored()));
      if (map != null) {
        for (Zone zone : map.all()) {
          known = and(known, Optional.of(of(zone, probe)));
        }
      }
    }
    return known;
  }

  private static KnownValues of(Zone zone, ValueProbe probe) {
    int rejected = zone.isRejectedBy(probe.range()) ? 1 : 0;
    int column = probe.range().column();
    return new KnownValues(column, 1, rejected, zone.blocks(), zone.min(), zone.max());
  }

  private static Optional<KnownValues> and(Optional<KnownValues> a, Optional<KnownValues> b) {
    return a.isPresent() && b.isPresent() ? Optional.of(a.get().and(b.get())) : a.or(() -> b);
  }

  private static Cell cell(Get get, KnownValues known) {
    return CellBuilderFactory.create(CellBuilderType.SHALLOW_COPY)
        .setRow(get.getRow())
        .setFamily(ScanAttributes.frameFamily())
        .setQualifier(ScanAttributes.knownValuesQualifier())
        .setType(Cell.Type.Put)
        .setValue(known.toBytes())
        .build();
  }
}
