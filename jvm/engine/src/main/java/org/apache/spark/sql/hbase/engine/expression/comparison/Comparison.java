package org.apache.spark.sql.hbase.engine.expression.comparison;

import java.util.Arrays;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.types.Int128;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** The orders of two values that a comparison accepts. */
public enum Comparison {
  EQUAL(false, true, false),
  LESS_THAN(true, false, false),
  LESS_THAN_OR_EQUAL(true, true, false),
  GREATER_THAN(false, false, true),
  GREATER_THAN_OR_EQUAL(false, true, true);

  /**
   * Bit {@code order + 1} is set if the comparison is true of values in that order (-1, 0 or 1).
   */
  private final int accepted;

  Comparison(boolean less, boolean equal, boolean greater) {
    accepted = (less ? 1 : 0) | (equal ? 2 : 0) | (greater ? 4 : 0);
  }

  static Comparison of(Function function) {
    return switch (function) {
      case EQUAL -> EQUAL;
      case LESS_THAN -> LESS_THAN;
      case LESS_THAN_OR_EQUAL -> LESS_THAN_OR_EQUAL;
      case GREATER_THAN -> GREATER_THAN;
      case GREATER_THAN_OR_EQUAL -> GREATER_THAN_OR_EQUAL;
      default -> throw new IllegalArgumentException("not a comparison: " + function);
    };
  }

  /** 1 if the comparison is true of two values in that order, -1, 0 or 1; else 0. */
  long test(int order) {
    return accepted >> order + 1 & 1;
  }

  /** Spark's order of floating-point numbers: NaN equals NaN and is above all, -0.0 equals 0.0. */
  public static int compare(double a, double b) {
    if (a < b) {
      return -1;
    }
    if (a > b) {
      return 1;
    }
    return a == b ? 0 : Boolean.compare(Double.isNaN(a), Double.isNaN(b));
  }

  /** Order of the values of two vectors of one type at a row, where neither is NULL: -1, 0 or 1. */
  static int compare(ColumnVector a, ColumnVector b, int row) {
    return switch (a.physical()) {
      case LONG -> Long.compare(a.longs[row], b.longs[row]);
      case DOUBLE -> compare(a.doubles[row], b.doubles[row]);
      case DECIMAL128 -> Int128.compare(a.highs[row], a.longs[row], b.highs[row], b.longs[row]);
      case BYTES ->
          Integer.signum(
              Arrays.compareUnsigned(
                  a.data,
                  a.offsets[row],
                  a.offsets[row + 1],
                  b.data,
                  b.offsets[row],
                  b.offsets[row + 1]));
    };
  }
}
