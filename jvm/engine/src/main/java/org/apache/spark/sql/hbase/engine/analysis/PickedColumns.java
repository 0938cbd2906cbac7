package org.apache.spark.sql.hbase.engine.analysis;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.hbase.wire.proto.Aggregate;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.Expression;

/**
 * The columns behind Projects that compute nothing, so that what stands above them refers to the
 * columns of the table. Immutable.
 *
 * <pre>
 * Filter(c3 > 1) -> Project(c2, c0) -> Aggregate(by c1)    =    Filter(c3 > 1) -> Aggregate(by c0)
 * </pre>
 */
final class PickedColumns {
  /** The columns of the table as they are. */
  static final PickedColumns OF_TABLE = new PickedColumns(UnaryOperator.identity());

  /** The column of the table for a reference to a column. */
  private final UnaryOperator<Expression> column;

  private PickedColumns(UnaryOperator<Expression> column) {
    this.column = column;
  }

  /** The columns behind a Project; empty if it computes something. */
  Optional<PickedColumns> picked(List<Expression> expressions) {
    List<Expression> picked = all(expressions);
    return picked.stream().allMatch(PickedColumns::isColumn)
        ? Optional.of(new PickedColumns(reference -> picked.get(reference.getColumn())))
        : Optional.empty();
  }

  private static boolean isColumn(Expression expression) {
    return expression.getNodeCase() == Expression.NodeCase.COLUMN;
  }

  private List<Expression> all(List<Expression> expressions) {
    return expressions.stream().map(this::overTable).toList();
  }

  /** The expression over the columns of the table. */
  Expression overTable(Expression expression) {
    if (isColumn(expression)) {
      return column.apply(expression);
    }
    if (!expression.hasCall()) {
      return expression;
    }
    Expression.Builder call = expression.toBuilder();
    List<Expression> arguments = all(expression.getCall().getArgumentsList());
    call.getCallBuilder().clearArguments().addAllArguments(arguments);
    return call.build();
  }

  /** The aggregation over the columns of the table. */
  Aggregate overTable(Aggregate aggregate) {
    Aggregate.Builder result = aggregate.toBuilder().clearGroupBy().clearCalls();
    result.addAllGroupBy(all(aggregate.getGroupByList()));
    for (AggregateCall call : aggregate.getCallsList()) {
      AggregateCall.Builder overTable = call.toBuilder().clearArguments();
      overTable.addAllArguments(all(call.getArgumentsList()));
      if (call.hasFilter()) {
        overTable.setFilter(overTable(call.getFilter()));
      }
      result.addCalls(overTable);
    }
    return result.build();
  }
}
