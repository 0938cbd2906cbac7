package org.apache.spark.sql.hbase.testkit;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
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
    return switch (call.getFunction()) {
      case COUNT -> List.of((Long) left.get(0) + (Long) right.get(0));
      case SUM -> left.size() == 2 ? mergeFlaggedSums(call, left, right) : mergeSums(left, right);
      case AVG -> {
        Object sum = add(SqlTypes.of(call.getStateTypes(0)), left.get(0), right.get(0));
        yield Arrays.asList(sum, (Long) left.get(1) + (Long) right.get(1));
      }
      case MIN, MAX, BIT_AND, BIT_OR, BIT_XOR ->
          Arrays.asList(
              left.get(0) == null || right.get(0) == null
                  ? (left.get(0) == null ? right.get(0) : left.get(0))
                  : combine(call.getFunction(), left.get(0), right.get(0)));
      case FIRST, FIRST_NOT_NULL -> (Boolean) left.get(1) ? left : right;
      case LAST, LAST_NOT_NULL -> (Boolean) right.get(1) ? right : left;
      case MIN_BY, MAX_BY -> mergeExtremesBy(call.getFunction(), left, right);
      case VARIANCE, SKEWNESS, KURTOSIS -> MomentMerges.central(left, right);
      case COVARIANCE, CORRELATION -> MomentMerges.pairs(left, right);
      case REGRESSION -> {
        List<Object> merged =
            new ArrayList<>(MomentMerges.pairs(left.subList(0, 4), right.subList(0, 4)));
        merged.addAll(MomentMerges.central(left.subList(4, 7), right.subList(4, 7)));
        yield merged;
      }
      case APPROX_COUNT_DISTINCT -> mergeRegisters(left, right);
      default -> throw new IllegalArgumentException("no aggregate: " + call.getFunction());
    };
  }

  private static List<Object> mergeSums(List<Object> left, List<Object> right) {
    if (left.get(0) == null || right.get(0) == null) {
      return left.get(0) == null ? right : left;
    }
    return List.of(
        left.get(0) instanceof Double sum
            ? (Object) (sum + (Double) right.get(0))
            : Math.addExact((Long) left.get(0), (Long) right.get(0)));
  }

  /** NULL with isEmpty false is an overflow, and stays one. */
  private static List<Object> mergeFlaggedSums(
      AggregateCall call, List<Object> left, List<Object> right) {
    boolean isEmpty = (Boolean) left.get(1) && (Boolean) right.get(1);
    SqlType type = SqlTypes.of(call.getStateTypes(0));
    return Arrays.asList(add(type, left.get(0), right.get(0)), isEmpty);
  }

  /** NULL where a sum is, or where the result leaves its type. */
  private static Object add(SqlType type, Object left, Object right) {
    if (left == null || right == null) {
      return null;
    }
    if (left instanceof Double sum) {
      return sum + (Double) right;
    }
    if (left instanceof Long sum) {
      BigInteger exact = BigInteger.valueOf(sum).add(BigInteger.valueOf((Long) right));
      return exact.bitLength() < Long.SIZE ? exact.longValue() : null;
    }
    BigInteger sum = ((BigInteger) left).add((BigInteger) right);
    return sum.abs().compareTo(BigInteger.TEN.pow(type.precision())) < 0 ? sum : null;
  }

  private static Object combine(AggregateFunction function, Object left, Object right) {
    return switch (function) {
      case MIN -> compare(left, right) <= 0 ? left : right;
      case MAX -> compare(left, right) >= 0 ? left : right;
      case BIT_AND -> (Long) left & (Long) right;
      case BIT_OR -> (Long) left | (Long) right;
      default -> (Long) left ^ (Long) right;
    };
  }

  private static List<Object> mergeExtremesBy(
      AggregateFunction function, List<Object> left, List<Object> right) {
    if (left.get(1) == null || right.get(1) == null) {
      return left.get(1) == null ? right : left;
    }
    int order = compare(left.get(1), right.get(1));
    if (order == 0) {
      return Arrays.asList(right.get(0), left.get(1));
    }
    return order < 0 == (function == AggregateFunction.MIN_BY) ? left : right;
  }

  private static List<Object> mergeRegisters(List<Object> left, List<Object> right) {
    List<Object> merged = new ArrayList<>();
    for (int w = 0; w < left.size(); w++) {
      long word = 0;
      for (int shift = 0; shift < 60; shift += 6) {
        long one = (Long) left.get(w) >>> shift & 63;
        long other = (Long) right.get(w) >>> shift & 63;
        word |= Math.max(one, other) << shift;
      }
      merged.add(word);
    }
    return merged;
  }

  @SuppressWarnings("unchecked")
  private static int compare(Object left, Object right) {
    if (left instanceof Double a && right instanceof Double b && a.doubleValue() == b) {
      // Double.compareTo would put -0.0 below 0.0.
      return 0;
    }
    if (left instanceof String a) {
      return Arrays.compareUnsigned(
          a.getBytes(StandardCharsets.UTF_8), ((String) right).getBytes(StandardCharsets.UTF_8));
    }
    return ((Comparable<Object>) left).compareTo(right);
  }
}
