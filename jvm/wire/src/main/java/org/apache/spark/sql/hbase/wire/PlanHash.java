package org.apache.spark.sql.hbase.wire;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** Ties a result frame to the sub-plan that made it. */
public final class PlanHash {
  public static final int LENGTH = 8;

  private PlanHash() {}

  /** The first 8 bytes of the SHA-256 of a sub-plan's bytes, exactly as they travel. */
  public static byte[] of(byte[] subPlan) {
    try {
      return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(subPlan), LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
