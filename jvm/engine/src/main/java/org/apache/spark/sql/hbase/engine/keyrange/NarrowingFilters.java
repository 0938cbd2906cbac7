package org.apache.spark.sql.hbase.engine.keyrange;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.engine.expression.LeadingConjuncts;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;

/**
 * Which filters of a sub-plan decide what row keys are read, for people who ask why a table is read
 * as it is. A filter does if the ranges would be others without it, or if it gives ranges alone.
 */
public final class NarrowingFilters {
  private NarrowingFilters() {}

  /** Positions among the operators of a plan that the engine can run, ascending. */
  public static List<Integer> of(SubPlan plan) {
    List<Operator> operators = plan.getOperatorsList();
    KeySpace space = KeySpace.of(plan.getTable());
    List<Expression> all = LeadingConjuncts.of(operators);
    KeyRanges ranges = space.ranges(all);
    return IntStream.range(0, operators.size())
        .filter(
            i -> {
              int from = LeadingConjuncts.of(operators.subList(0, i)).size();
              int to = LeadingConjuncts.of(operators.subList(0, i + 1)).size();
              return !space.ranges(all.subList(from, to)).isAll()
                  || !space.ranges(without(all, from, to)).equals(ranges);
            })
        .boxed()
        .toList();
  }

  private static List<Expression> without(List<Expression> all, int from, int to) {
    return Stream.concat(all.stream().limit(from), all.stream().skip(to)).toList();
  }
}
