package org.apache.spark.sql.hbase.engine.aggregate;

/**
 * Which end of the order {@code min} and {@code max} look for. Of equal values the first stays, as
 * in Spark.
 */
public enum Extreme {
  MIN(-1),
  MAX(1);

  private final int sign;

  Extreme(int sign) {
    this.sign = sign;
  }

  /** Whether a value replaces the best so far, from how it compares with it. */
  boolean replaces(int comparison) {
    return comparison * sign > 0;
  }
}
