package org.apache.spark.sql.hbase.coprocessor.backward;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.spark.sql.hbase.coprocessor.direct.RowInterval;
import org.apache.spark.sql.hbase.coprocessor.link.HBaseInternals;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;

/**
 * Opens scanners that read a region from its end. The scan of the client goes from region to region
 * as any other. So frames keep their order, and only the rows within a region come in the opposite
 * one.
 */
public final class BackwardScanners {
  private BackwardScanners() {}

  /**
   * A scanner of the same rows, families, filter and read mode; {@code forward} is closed.
   *
   * @param interval the rows of {@code scan} in the region
   * @throws PlanException if another coprocessor wrapped the scanner: what it does to rows cannot
   *     be had in the opposite order
   */
  public static RegionScanner instead(
      RegionScanner forward, Scan scan, Region region, RowInterval interval) throws IOException {
    if (!HBaseInternals.isOfHBase(forward)) {
      throw new PlanException(
          ErrorCode.UNSUPPORTED_FEATURE,
          "another coprocessor wraps the scanners of this region, so it is not read from its end here",
          "scanner",
          forward.getClass().getName());
    }
    Scan backward =
        new Scan(scan)
            .setReversed(true)
            .withStartRow(interval.to(), false)
            .withStopRow(interval.from(), true)
            // A step back is a seek; a stream would be opened for each.
            .setReadType(Scan.ReadType.PREAD);
    RegionScanner opened = region.getScanner(backward);
    forward.close();
    return opened;
  }
}
