package org.apache.spark.sql.hbase.client.bench;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.OnlineRegions;

/**
 * An observer that does nothing. Through it a benchmark gets at the regions of all tables, in the
 * JVM that it shares with the region server.
 */
public final class RegionFinder implements RegionCoprocessor, RegionObserver {
  private static volatile OnlineRegions regions;

  @Override
  public void start(@SuppressWarnings("rawtypes") CoprocessorEnvironment environment) {
    regions = ((RegionCoprocessorEnvironment) environment).getOnlineRegions();
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  /** The only region of a table. */
  static HRegion region(TableName table) throws IOException {
    return (HRegion) regions.getRegions(table).get(0);
  }
}
