package org.apache.spark.sql.hbase.engine.operator.topn;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.comparison.Comparison;
import org.apache.spark.sql.hbase.engine.types.Int128;
import org.apache.spark.sql.hbase.wire.proto.NullOrder;
import org.apache.spark.sql.hbase.wire.proto.SortDirection;
import org.apache.spark.sql.hbase.wire.proto.SortKey;

/**
 * The order of rows by sort keys, whose values stand in vectors. Values are ordered as by Spark:
 * NaN above all numbers, -0.0 as 0.0, strings by their bytes. Immutable.
 */
public final class RowOrder {
  private final boolean[] descending;
  private final boolean[] nullsLast;

  public RowOrder(List<SortKey> keys) {
    descending = new boolean[keys.size()];
    nullsLast = new boolean[keys.size()];
    for (int i = 0; i < keys.size(); i++) {
      descending[i] = keys.get(i).getDirection() == SortDirection.DESCENDING;
      nullsLast[i] = keys.get(i).getNulls() == NullOrder.NULLS_LAST;
    }
  }

  /**
   * Negative if the first row comes first, 0 if the keys do not tell the rows apart.
   *
   * @param a a vector per key
   */
  int compare(ColumnVector[] a, int rowOfA, ColumnVector[] b, int rowOfB) {
    for (int key = 0; key < descending.length; key++) {
      int order = compare(key, a[key], rowOfA, b[key], rowOfB);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private int compare(int key, ColumnVector a, int i, ColumnVector b, int j) {
    if (a.nulls[i] || b.nulls[j]) {
      int nullsAbove = Boolean.compare(a.nulls[i], b.nulls[j]);
      return nullsLast[key] ? nullsAbove : -nullsAbove;
    }
    int order = compareValues(a, i, b, j);
    return descending[key] ? -order : order;
  }

  private static int compareValues(ColumnVector a, int i, ColumnVector b, int j) {
    return switch (a.physical()) {
      case LONG -> Long.compare(a.longs[i], b.longs[j]);
      case DOUBLE -> Comparison.compare(a.doubles[i], b.doubles[j]);
      case DECIMAL128 -> Int128.compare(a.highs[i], a.longs[i], b.highs[j], b.longs[j]);
      case BYTES ->
          Integer.signum(
              Arrays.compareUnsigned(
                  a.data, a.offsets[i], a.offsets[i + 1], b.data, b.offsets[j], b.offsets[j + 1]));
    };
  }
}
