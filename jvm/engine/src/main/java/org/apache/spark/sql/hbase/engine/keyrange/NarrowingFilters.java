package org.apache.spark.sql.hbase.engine.keyrange;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;

/**
 * Finds the filters of a sub-plan that decide which row keys are read; EXPLAIN shows them. A filter
 * does if the ranges would be others without it, or if it narrows those of the filters before it.
 */
public final class NarrowingFilters {
  private NarrowingFilters() {}

  /** Positions among the operators of a plan that the engine can run, ascending. */
  public static List<Integer> of(SubPlan plan) {
    List<Operator> filters =
        plan.getOperatorsList().stream().takeWhile(Operator::hasFilter).toList();
    KeySpace space = KeySpace.of(plan.getTable());
    KeyRanges all = space.ranges(filters);
    return IntStream.range(0, filters.size())
        .filter(
            i ->
                !space.ranges(without(filters, i)).equals(all)
                    || !space
                        .ranges(filters.subList(0, i))
                        .equals(space.ranges(filters.subList(0, i + 1))))
        .boxed()
        .toList();
  }

  private static List<Operator> without(List<Operator> filters, int position) {
    return Stream.concat(filters.stream().limit(position), filters.stream().skip(position + 1))
        .toList();
  }
}
