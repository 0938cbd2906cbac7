package org.apache.spark.sql.hbase.wire;

import java.util.Arrays;

/** The version of this build, which the coprocessor tells to clients that ask. */
public final class ProductVersion {
  /** The version of the Maven modules. */
  public static final String CURRENT = "0.1.0";

  private ProductVersion() {}

  /**
   * Compares two versions number by number; texts behind the numbers do not count.
   *
   * <pre>
   * 0.9.0 &lt; 0.10.0 = 0.10.0-beta = 0.10
   * </pre>
   */
  public static int compare(String left, String right) {
    int[] a = numbers(left);
    int[] b = numbers(right);
    int length = Math.max(a.length, b.length);
    return Arrays.compare(Arrays.copyOf(a, length), Arrays.copyOf(b, length));
  }

  private static int[] numbers(String version) {
    String digits = version.split("[^0-9.]", 2)[0];
    return Arrays.stream(digits.split("\\."))
        .filter(part -> !part.isEmpty() && part.length() < 10)
        .mapToInt(Integer::parseInt)
        .toArray();
  }
}
