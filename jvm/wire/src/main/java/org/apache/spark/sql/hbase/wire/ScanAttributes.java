package org.apache.spark.sql.hbase.wire;

import java.nio.charset.StandardCharsets;

/**
 * The names by which sub-plans and frames travel inside HBase scans. docs/FORMAT.md, "Scan
 * attributes".
 */
public final class ScanAttributes {
  /** Scan attribute that holds the bytes of a sub-plan. */
  public static final String SUB_PLAN = "sparksql.subplan";

  /**
   * Family of a frame's cell. HBase refuses to create a family that starts with a dot, so no user
   * data has it.
   */
  public static final String FRAME_FAMILY = ".q";

  /** Qualifier of a frame's cell. */
  public static final String FRAME_QUALIFIER = "f";

  private ScanAttributes() {}

  /** {@link #FRAME_FAMILY} as bytes. A fresh array. */
  public static byte[] frameFamily() {
    return FRAME_FAMILY.getBytes(StandardCharsets.US_ASCII);
  }

  /** {@link #FRAME_QUALIFIER} as bytes. A fresh array. */
  public static byte[] frameQualifier() {
    return FRAME_QUALIFIER.getBytes(StandardCharsets.US_ASCII);
  }
}
