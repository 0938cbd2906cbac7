package org.apache.spark.sql.hbase.engine.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.hbase.wire.proto.Aggregate;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Operator;

/**
 * Takes out Projects that compute nothing, so that what stands above them refers to the columns of
 * the table:
 *
 * <pre>
 * Filter(c3 > 1) -> Project(c2, c0) -> Aggregate(by c1)    =    Filter(c3 > 1) -> Aggregate(by c0)
 * </pre>
 */
final class PickedColumns {
  private PickedColumns() {}

  /**
   * Returns the operators without these Projects, up to the first Project that computes something.
   */
  static List<Operator> inlined(List<Operator> operators) {
    List<Operator> result = new ArrayList<>();
    UnaryOperator<Expression> column = UnaryOperator.identity();
    for (int i = 0; i < operators.size(); i++) {
      Operator operator = operators.get(i);
      switch (operator.getNodeCase()) {
        case FILTER -> {
          Operator.Builder filter = operator.toBuilder();
          filter.getFilterBuilder().setPredicate(over(column, operator.getFilter().getPredicate()));
          result.add(filter.build());
        }
        case PROJECT -> {
          List<Expression> picked = all(column, operator.getProject().getExpressionsList());
          if (!picked.stream().allMatch(PickedColumns::isColumn)) {
            return operators;
          }
          column = reference -> picked.get(reference.getColumn());
        }
        case AGGREGATE -> {
          result.add(
              Operator.newBuilder().setAggregate(over(column, operator.getAggregate())).build());
          result.addAll(operators.subList(i + 1, operators.size()));
          return result;
        }
        default -> {
          return operators;
        }
      }
    }
    return operators;
  }

  private static boolean isColumn(Expression expression) {
    return expression.getNodeCase() == Expression.NodeCase.COLUMN;
  }

  private static List<Expression> all(UnaryOperator<Expression> column, List<Expression> of) {
    return of.stream().map(expression -> over(column, expression)).toList();
  }

  private static Expression over(UnaryOperator<Expression> column, Expression expression) {
    if (isColumn(expression)) {
      return column.apply(expression);
    }
    if (!expression.hasCall()) {
      return expression;
    }
    Expression.Builder call = expression.toBuilder();
    List<Expression> arguments = all(column, expression.getCall().getArgumentsList());
    call.getCallBuilder().clearArguments().addAllArguments(arguments);
    return call.build();
  }

  private static Aggregate over(UnaryOperator<Expression> column, Aggregate aggregate) {
    Aggregate.Builder result = aggregate.toBuilder().clearGroupBy().clearCalls();
    result.addAllGroupBy(all(column, aggregate.getGroupByList()));
    for (AggregateCall call : aggregate.getCallsList()) {
      AggregateCall.Builder overTable = call.toBuilder().clearArguments();
      overTable.addAllArguments(all(column, call.getArgumentsList()));
      if (call.hasFilter()) {
        overTable.setFilter(over(column, call.getFilter()));
      }
      result.addCalls(overTable);
    }
    return result.build();
  }
}
