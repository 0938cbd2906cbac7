package org.apache.spark.sql.hbase.engine.expression;

import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;

/**
 * The conditions at the front of a sub-plan by which rows may be passed over before they are
 * evaluated. They are the conjuncts of its leading Filters up to the first that may raise an error.
 * A row that a later one would reject may raise that error first.
 */
public final class LeadingConjuncts {
  private LeadingConjuncts() {}

  /** In their order. The operators are supported, and the columns are those of the table. */
  public static List<Expression> of(List<Operator> operators) {
    return all(operators).takeWhile(conjunct -> !RaisingExpressions.mayRaise(conjunct)).toList();
  }

  /**
   * Returns all conjuncts of the leading Filters, also conjuncts that may raise an error and
   * conjuncts behind them.
   */
  public static Stream<Expression> all(List<Operator> operators) {
    return operators.stream()
        .takeWhile(Operator::hasFilter)
        .flatMap(operator -> conjuncts(operator.getFilter().getPredicate()));
  }

  private static Stream<Expression> conjuncts(Expression predicate) {
    return predicate.hasCall() && predicate.getCall().getFunction() == Function.AND
        ? predicate.getCall().getArgumentsList().stream().flatMap(LeadingConjuncts::conjuncts)
        : Stream.of(predicate);
  }
}
