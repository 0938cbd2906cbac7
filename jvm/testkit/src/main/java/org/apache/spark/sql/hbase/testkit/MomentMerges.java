package org.apache.spark.sql.hbase.testkit;

import java.util.ArrayList;
import java.util.List;

/** Merges states of moments by the formulas of Spark's final aggregation. */
final class MomentMerges {
  private MomentMerges() {}

  /** Merges two states {@code [n, avg, m2]}, with m3 and m4 if they are there. */
  static List<Object> central(List<Object> left, List<Object> right) {
    double n1 = number(left, 0);
    double n2 = number(right, 0);
    double n = n1 + n2;
    double delta = delta(left, right, 1);
    double deltaN = n == 0 ? 0 : delta / n;
    List<Object> merged = new ArrayList<>();
    merged.add(n);
    merged.add(average(left, right, 1));
    merged.add(number(left, 2) + number(right, 2) + delta * deltaN * n1 * n2);
    if (left.size() > 3) {
      merged.add(
          number(left, 3)
              + number(right, 3)
              + deltaN * deltaN * delta * n1 * n2 * (n1 - n2)
              + 3 * deltaN * (n1 * number(right, 2) - n2 * number(left, 2)));
    }
    if (left.size() > 4) {
      merged.add(
          number(left, 4)
              + number(right, 4)
              + deltaN * deltaN * deltaN * delta * n1 * n2 * (n1 * n1 - n1 * n2 + n2 * n2)
              + 6 * deltaN * deltaN * (n1 * n1 * number(right, 2) + n2 * n2 * number(left, 2))
              + 4 * deltaN * (n1 * number(right, 3) - n2 * number(left, 3)));
    }
    return merged;
  }

  /** Merges two states {@code [n, xAvg, yAvg, ck]}, with xMk and yMk if they are there. */
  static List<Object> pairs(List<Object> left, List<Object> right) {
    List<Object> merged = new ArrayList<>();
    merged.add(number(left, 0) + number(right, 0));
    merged.add(average(left, right, 1));
    merged.add(average(left, right, 2));
    merged.add(product(left, right, 3, 1, 2));
    if (left.size() > 4) {
      merged.add(product(left, right, 4, 1, 1));
      merged.add(product(left, right, 5, 2, 2));
    }
    return merged;
  }

  /** A sum of products of deviations from the averages in columns {@code a} and {@code b}. */
  private static double product(List<Object> left, List<Object> right, int column, int a, int b) {
    double n1 = number(left, 0);
    double n2 = number(right, 0);
    double deltaN = n1 + n2 == 0 ? 0 : delta(left, right, b) / (n1 + n2);
    double correction = delta(left, right, a) * deltaN * n1 * n2;
    return number(left, column) + number(right, column) + correction;
  }

  private static double average(List<Object> left, List<Object> right, int column) {
    double n1 = number(left, 0);
    double n2 = number(right, 0);
    if (n1 == 0 || n2 == 0) {
      return n1 == 0 ? number(right, column) : number(left, column);
    }
    return number(left, column) + delta(left, right, column) / (n1 + n2) * n2;
  }

  private static double delta(List<Object> left, List<Object> right, int column) {
    boolean isEmpty = number(left, 0) == 0 || number(right, 0) == 0;
    return isEmpty ? 0 : number(right, column) - number(left, column);
  }

  private static double number(List<Object> state, int column) {
    return (Double) state.get(column);
  }
}
