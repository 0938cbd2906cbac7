package org.apache.spark.sql.hbase.engine.expression;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;

/**
 * The conditions at the front of a sub-plan by which rows may be passed over before they are
 * evaluated: the conjuncts of its leading Filters up to the first that may raise an error. A row
 * that a later one would reject may raise that error first.
 */
public final class LeadingConjuncts {
  private LeadingConjuncts() {}

  /** In their order. The operators are supported, and the columns are those of the table. */
  public static List<Expression> of(List<Operator> operators) {
    List<Expression> conjuncts = new ArrayList<>();
    for (Operator operator : operators) {
      if (!operator.hasFilter() || !add(operator.getFilter().getPredicate(), conjuncts)) {
        break;
      }
    }
    return conjuncts;
  }

  /** Returns false if one of them may raise an error. */
  private static boolean add(Expression predicate, List<Expression> conjuncts) {
    if (predicate.hasCall() && predicate.getCall().getFunction() == Function.AND) {
      return predicate.getCall().getArgumentsList().stream()
          .allMatch(operand -> add(operand, conjuncts));
    }
    if (RaisingExpressions.mayRaise(predicate)) {
      return false;
    }
    conjuncts.add(predicate);
    return true;
  }
}
