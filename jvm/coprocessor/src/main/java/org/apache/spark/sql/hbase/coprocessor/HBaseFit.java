package org.apache.spark.sql.hbase.coprocessor;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.apache.spark.sql.hbase.coprocessor.backward.BackwardScanners;
import org.apache.spark.sql.hbase.coprocessor.direct.StoreFileScans;
import org.apache.spark.sql.hbase.coprocessor.link.HBaseInternals;
import org.apache.spark.sql.hbase.coprocessor.link.HBaseLinks;
import org.apache.spark.sql.hbase.coprocessor.split.SplitPointRequests;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of the coprocessor that run on the HBase at hand, probed once. A part that does not run
 * is switched off by itself. Reading store files is a part too, with a probe of its own.
 */
final class HBaseFit {
  private static final Logger LOG = LoggerFactory.getLogger(HBaseFit.class);

  private static final List<String> FOR_SUB_PLANS =
      and(
          HBaseLinks.missing(
              SparkSQLRegionObserver.class,
              BackwardScanners.class,
              HBaseFit.class,
              SplitPointRequests.class,
              StoreFileScans.class),
          HBaseInternals.missingForSubPlans());

  private static final List<String> FOR_BACKWARD_READS =
      missing(BackwardScanners.class, HBaseInternals.missingForBackwardReads());

  private static final List<String> FOR_SPLIT_POINTS =
      missing(SplitPointRequests.class, HBaseInternals.missingForSplitPoints());

  private HBaseFit() {}

  private static List<String> missing(Class<?> part, List<String> internals) {
    List<String> missing = and(HBaseLinks.missing(part, HBaseFit.class), internals);
    if (!missing.isEmpty()) {
      LOG.warn(
          "{} is switched off: HBase {} has no usable {}",
          part.getSimpleName(),
          VersionInfo.getVersion(),
          missing);
    }
    return missing;
  }

  private static List<String> and(List<String> some, List<String> others) {
    List<String> all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }

  /**
   * @throws IllegalStateException if no sub-plan can run on this HBase
   */
  static void check() {
    if (!FOR_SUB_PLANS.isEmpty()) {
      throw new IllegalStateException(
          "HBase " + VersionInfo.getVersion() + " has no usable " + FOR_SUB_PLANS);
    }
  }

  /**
   * @throws PlanException if this HBase does not let us read a region from its end
   */
  static void checkBackwardReads() {
    if (!FOR_BACKWARD_READS.isEmpty()) {
      throw new PlanException(
          ErrorCode.UNSUPPORTED_FEATURE,
          "This HBase lacks what the coprocessor reads a region from its end with.",
          "missing",
          FOR_BACKWARD_READS.toString());
    }
  }

  static boolean findsSplitPoints() {
    return FOR_SPLIT_POINTS.isEmpty();
  }
}
