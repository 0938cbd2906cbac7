package org.apache.spark.sql.hbase.wire;

import java.util.Arrays;

/** Ties a result frame to the sub-plan that made it. */
public final class PlanHash {
  public static final int LENGTH = 8;

  private PlanHash() {}

  /** The first 8 bytes of the SHA-256 of a sub-plan's bytes, exactly as they travel. */
  public static byte[] of(byte[] subPlan) {
    return Arrays.copyOf(Sha256.of(subPlan), LENGTH);
  }
}
