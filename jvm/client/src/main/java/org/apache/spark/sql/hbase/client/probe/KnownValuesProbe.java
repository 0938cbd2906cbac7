package org.apache.spark.sql.hbase.client.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.spark.sql.hbase.client.cluster.RegionSpan;
import org.apache.spark.sql.hbase.wire.KnownValues;
import org.apache.spark.sql.hbase.wire.ScanAttributes;

/** Asks regions what they know of the values by which a sub-plan filters. Stateless. */
public final class KnownValuesProbe {
  private KnownValuesProbe() {}

  /**
   * What all regions know, one entry per region and column; regions without the coprocessor, or
   * with an older one, know nothing. One call per region server.
   *
   * @param families that are read; empty means all
   */
  public static List<KnownValues> ask(
      Connection connection,
      TableName name,
      List<byte[]> families,
      byte[] subPlan,
      List<RegionSpan> regions)
      throws IOException {
    List<Get> gets = new ArrayList<>();
    for (RegionSpan region : regions) {
      gets.add(RegionGets.of(region, families).setAttribute(ScanAttributes.KNOWN_VALUES, subPlan));
    }
    List<KnownValues> known = new ArrayList<>();
    for (Result result : RegionGets.askSoon(connection, name, gets)) {
      for (byte[] value : RegionGets.values(result, ScanAttributes.knownValuesQualifier())) {
        known.add(KnownValues.parse(value));
      }
    }
    return known;
  }
}
