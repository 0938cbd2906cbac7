package org.apache.ranger.authorization.hbase;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.InternalScanner;

/**
 * An observer with the name, the field and one hook of Apache Ranger's, whose jar cannot be had
 * from the repositories of this build.
 */
public class RangerAuthorizationCoprocessor implements RegionCoprocessor, RegionObserver {
  private final RegionObserver implRegionObserver;

  public RangerAuthorizationCoprocessor(RegionObserver behind) {
    implRegionObserver = behind;
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public boolean postScannerFilterRow(
      ObserverContext<RegionCoprocessorEnvironment> context,
      InternalScanner scanner,
      Cell row,
      boolean hasMore)
      throws IOException {
    return implRegionObserver.postScannerFilterRow(context, scanner, row, hasMore);
  }
}
