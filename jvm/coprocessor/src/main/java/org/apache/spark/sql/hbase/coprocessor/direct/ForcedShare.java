package org.apache.spark.sql.hbase.coprocessor.direct;

import java.util.SplittableRandom;

/**
 * Clean rows that go through the scanner all the same: a test asks for a share of them, so that the
 * change-over happens everywhere. Not thread-safe.
 */
final class ForcedShare {
  private final double share;
  private final SplittableRandom random = new SplittableRandom();

  /**
   * @param share from 0, none, to 1, all
   */
  ForcedShare(double share) {
    this.share = share;
  }

  /** Whether there are any. */
  boolean areWanted() {
    return share > 0;
  }

  boolean isNext() {
    return share > 0 && random.nextDouble() < share;
  }
}
