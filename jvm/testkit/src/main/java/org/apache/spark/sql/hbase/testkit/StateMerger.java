package org.apache.spark.sql.hbase.testkit;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.Aggregate;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;

/** Merges rows of aggregation state group by group, by the rules of Spark's final aggregation. */
public final class StateMerger {
  private StateMerger() {}

  /**
   * One row per group, in order of first appearance: the group columns, then the merged state
   * columns.
   *
   * @param rows as of {@link ResultRows}
   */
  public static Map<List<Object>, List<Object>> merge(
      Aggregate aggregate, List<List<Object>> rows) {
    int keyCount = aggregate.getGroupByCount();
    Map<List<Object>, List<Object>> groups = new LinkedHashMap<>();
    for (List<Object> row : rows) {
      List<Object> key = new ArrayList<>(row.subList(0, keyCount));
      List<Object> state = row.subList(keyCount, row.size());
      List<Object> merged = groups.get(key);
      groups.put(
          key,
          merged == null ? new ArrayList<>(state) : merge(aggregate.getCallsList(), merged, state));
    }
    return groups;
  }

  private static List<Object> merge(
      List<AggregateCall> calls, List<Object> left, List<Object> right) {
    List<Object> merged = new ArrayList<>();
    int at = 0;
    for (AggregateCall call : calls) {
      int end = at + call.getStateTypesCount();
      merged.addAll(merge(call, left.subList(at, end), right.subList(at, end)));
      at = end;
    }
    return merged;
  }

  private static List<Object> merge(AggregateCall call, List<Object> left, List<Object> right) {
    SqlType type = SqlTypes.of(call.getStateTypes(0));
    boolean isDecimal = type.kind() == SqlType.Kind.DECIMAL;
    return switch (call.getFunction()) {
      case COUNT -> List.of((Long) left.get(0) + (Long) right.get(0));
      case SUM ->
          isDecimal ? mergeDecimalSums(type, left, right) : Arrays.asList(mergeSums(left, right));
      case AVG -> {
        Object sum =
            isDecimal
                ? addDecimals(type, left.get(0), right.get(0))
                : add(left.get(0), right.get(0));
        yield Arrays.asList(sum, (Long) left.get(1) + (Long) right.get(1));
      }
      case MIN, MAX -> Arrays.asList(better(call.getFunction(), left.get(0), right.get(0)));
      default -> throw new IllegalArgumentException("no aggregate: " + call.getFunction());
    };
  }

  private static Object mergeSums(List<Object> left, List<Object> right) {
    if (left.get(0) == null || right.get(0) == null) {
      return left.get(0) == null ? right.get(0) : left.get(0);
    }
    return add(left.get(0), right.get(0));
  }

  private static Object add(Object left, Object right) {
    return left instanceof Double sum
        ? (Object) (sum + (Double) right)
        : Math.addExact((Long) left, (Long) right);
  }

  /** NULL with isEmpty false is an overflow, and stays one. */
  private static List<Object> mergeDecimalSums(
      SqlType type, List<Object> left, List<Object> right) {
    boolean isEmpty = (Boolean) left.get(1) && (Boolean) right.get(1);
    return Arrays.asList(addDecimals(type, left.get(0), right.get(0)), isEmpty);
  }

  private static Object addDecimals(SqlType type, Object left, Object right) {
    if (left == null || right == null) {
      return null;
    }
    BigInteger sum = ((BigInteger) left).add((BigInteger) right);
    return sum.abs().compareTo(BigInteger.TEN.pow(type.precision())) < 0 ? sum : null;
  }

  private static Object better(AggregateFunction function, Object left, Object right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    int order = left.equals(right) || (isZero(left) && isZero(right)) ? 0 : compare(left, right);
    return (function == AggregateFunction.MIN ? order <= 0 : order >= 0) ? left : right;
  }

  private static boolean isZero(Object value) {
    return value instanceof Double number && number == 0;
  }

  @SuppressWarnings("unchecked")
  private static int compare(Object left, Object right) {
    return ((Comparable<Object>) left).compareTo(right);
  }
}
