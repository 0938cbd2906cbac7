package org.apache.spark.sql.hbase.engine.keyrange;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Filter;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;

/**
 * Simplifies a sub-plan for a part of its table. The leading Filters lose the conditions that every
 * row key of the part fulfils or that none fulfils. They lose list values and row ranges outside of
 * the part.
 *
 * <pre>
 * a IN (1, 2, 9) AND b > 5, row keys (a, b)     rows of [2, 3)     b > 5
 *                                               rows of [8, 12)    a IN (9) AND b > 5
 * a &lt; 3 OR c = 'x'                              rows of [1, 3)     nothing is left to decide
 *                                               rows of [3, 9)     c = 'x'
 * </pre>
 *
 * <p>Over the rows of the part it has the same answer and the same errors. But it does not look at
 * row-key columns that it does not need. Not thread-safe.
 */
public final class ResidualPlan {
  private final SubPlan plan;

  /** The predicates of the leading Filters. */
  private final List<ResidualPredicate> predicates;

  private ResidualPlan(SubPlan plan, List<ResidualPredicate> predicates) {
    this.plan = plan;
    this.predicates = predicates;
  }

  /** Makes the residual plan of a plan that the engine can run. */
  public static ResidualPlan of(SubPlan plan) {
    List<Expression> leading =
        plan.getOperatorsList().stream()
            .takeWhile(Operator::hasFilter)
            .map(filter -> filter.getFilter().getPredicate())
            .toList();
    if (leading.isEmpty()) {
      return new ResidualPlan(plan, List.of());
    }
    KeySpace space = KeySpace.of(plan.getTable());
    List<ResidualPredicate> predicates =
        space.segments().isEmpty()
            ? List.of()
            : leading.stream()
                .map(predicate -> new ResidualPredicate(predicate, plan.getTable(), space))
                .toList();
    return new ResidualPlan(plan, predicates);
  }

  /**
   * For the HBase rows {@code [startRow, stopRow)}.
   *
   * @param stopRow empty for the end of the table
   * @return the plan itself where nothing becomes less
   */
  public SubPlan within(byte[] startRow, byte[] stopRow) {
    List<Operator> operators = new ArrayList<>();
    boolean isLess = false;
    for (int i = 0; i < predicates.size(); i++) {
      Filter whole = plan.getOperators(i).getFilter();
      Filter listed = RowKeyTuples.within(whole, plan.getTable(), startRow, stopRow);
      Expression rest = predicates.get(i).within(startRow, stopRow);
      if (rest == whole.getPredicate() && listed == whole) {
        operators.add(plan.getOperators(i));
      } else {
        isLess = true;
        if (!ResidualPredicate.isLiteral(rest, true) || listed.getRowRangesCount() > 0) {
          operators.add(filter(listed.toBuilder().setPredicate(rest)));
        }
      }
    }
    if (!isLess) {
      return plan;
    }
    operators.addAll(plan.getOperatorsList().subList(predicates.size(), plan.getOperatorsCount()));
    return plan.toBuilder().clearOperators().addAllOperators(operators).build();
  }

  private static Operator filter(Filter.Builder filter) {
    return Operator.newBuilder().setFilter(filter).build();
  }
}
