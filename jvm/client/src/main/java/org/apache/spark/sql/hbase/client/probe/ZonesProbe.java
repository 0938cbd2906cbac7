package org.apache.spark.sql.hbase.client.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.spark.sql.hbase.client.cluster.RegionSpan;
import org.apache.spark.sql.hbase.wire.ColumnZones;
import org.apache.spark.sql.hbase.wire.ScanAttributes;

/** Asks regions for the zones of the columns by which a sub-plan filters. Stateless. */
public final class ZonesProbe {
  private ZonesProbe() {}

  /**
   * Returns one entry per region and column; none for regions without the coprocessor, or with an
   * older one. Makes one call per region server.
   *
   * @param families that are read; empty means all
   */
  public static List<ColumnZones> ask(
      Connection connection,
      TableName name,
      List<byte[]> families,
      byte[] subPlan,
      List<RegionSpan> regions)
      throws IOException {
    List<Get> gets = new ArrayList<>();
    for (RegionSpan region : regions) {
      gets.add(RegionGets.of(region, families).setAttribute(ScanAttributes.ZONES, subPlan));
    }
    List<ColumnZones> zones = new ArrayList<>();
    for (Result result : RegionGets.askSoon(connection, name, gets)) {
      for (byte[] value : RegionGets.values(result, ScanAttributes.zonesQualifier())) {
        zones.add(ColumnZones.parse(value));
      }
    }
    return zones;
  }
}
