package org.apache.spark.sql.hbase.client.bench;

import java.util.Arrays;

/** Quantiles of measurements. */
final class Quantiles {
  private Quantiles() {}

  /** The measured value at a share of all values in their order. */
  static double of(double[] values, double share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.round(share * (sorted.length - 1))];
  }
}
