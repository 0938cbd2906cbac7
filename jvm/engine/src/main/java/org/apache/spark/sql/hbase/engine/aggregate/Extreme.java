package org.apache.spark.sql.hbase.engine.aggregate;

/**
 * The end of the order that {@code min}, {@code max}, {@code min_by} and {@code max_by} look for.
 */
enum Extreme {
  MIN(-1),
  MAX(1);

  private final int sign;

  Extreme(int sign) {
    this.sign = sign;
  }

  /** Positive if the first of two compared values is nearer to this end. */
  int order(int comparison) {
    return comparison * sign;
  }
}
