package org.apache.spark.sql.hbase.wire;

import org.apache.spark.sql.hbase.wire.proto.StopReason;

/**
 * Says what a stop reason means for the rows behind a frame. docs/FORMAT.md, "Result frame".
 *
 * <pre>
 * in-band       END_OF_REGION                            no row of the region is left
 *               LIMIT_REACHED                            no row is wanted, of any region
 * out-of-band   MEMORY_BOUND, TIME_BOUND, BYTES_BOUND    a bound was reached; rows may be left
 * </pre>
 */
public final class StopReasons {
  private StopReasons() {}

  /**
   * Whether the rows themselves ended the frame: nothing follows it in its region.
   *
   * @throws IllegalArgumentException for a reason that no frame has
   */
  public static boolean isInBand(StopReason reason) {
    return switch (reason) {
      case END_OF_REGION, LIMIT_REACHED -> true;
      case MEMORY_BOUND, TIME_BOUND, BYTES_BOUND -> false;
      case STOP_REASON_UNSPECIFIED, UNRECOGNIZED ->
          throw new IllegalArgumentException("no frame stops for " + reason);
    };
  }

  /** Whether all rows of the region were looked at. */
  public static boolean endsRegion(StopReason reason) {
    return reason == StopReason.END_OF_REGION;
  }

  /** Whether no row behind the frame is wanted, of any region: the limit is reached. */
  public static boolean endsScan(StopReason reason) {
    return reason == StopReason.LIMIT_REACHED;
  }

  /** Whether a frame can have stopped for the reason. */
  static boolean isKnown(StopReason reason) {
    return reason != StopReason.UNRECOGNIZED && reason != StopReason.STOP_REASON_UNSPECIFIED;
  }
}
