package org.apache.spark.sql.hbase.engine.analysis;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.wire.proto.Aggregate;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Operator;

/** Which columns of the table a sub-plan looks at. */
public final class ColumnReferences {
  private final boolean[] referenced;

  private ColumnReferences(int columnCount) {
    referenced = new boolean[columnCount];
  }

  /** One flag per column of the table. */
  public static boolean[] of(List<Operator> operators, int columnCount) {
    ColumnReferences references = new ColumnReferences(columnCount);
    references.addUntilProjected(operators);
    return references.referenced;
  }

  /**
   * Column references are to the table's columns only up to the first operator that has columns of
   * its own.
   */
  private void addUntilProjected(List<Operator> operators) {
    for (Operator operator : operators) {
      switch (operator.getNodeCase()) {
        case FILTER -> add(operator.getFilter().getPredicate());
        // Its build columns stand behind those of the table.
        case BROADCAST_JOIN -> operator.getBroadcastJoin().getKeysList().forEach(this::add);
        case PROJECT -> {
          operator.getProject().getExpressionsList().forEach(this::add);
          return;
        }
        case AGGREGATE -> {
          addAggregate(operator.getAggregate());
          return;
        }
        case EXPAND -> {
          operator
              .getExpand()
              .getProjectionsList()
              .forEach(projection -> projection.getExpressionsList().forEach(this::add));
          return;
        }
        case TOP_N, LIMIT, NODE_NOT_SET -> {
          // Looks at no column that is not in its output.
        }
      }
    }
    Arrays.fill(referenced, true);
  }

  private void addAggregate(Aggregate aggregate) {
    aggregate.getGroupByList().forEach(this::add);
    aggregate
        .getCallsList()
        .forEach(
            call -> {
              call.getArgumentsList().forEach(this::add);
              if (call.hasFilter()) {
                add(call.getFilter());
              }
            });
  }

  private void add(Expression expression) {
    if (expression.hasCall()) {
      expression.getCall().getArgumentsList().forEach(this::add);
    } else if (expression.getNodeCase() == Expression.NodeCase.COLUMN
        && expression.getColumn() < referenced.length) {
      referenced[expression.getColumn()] = true;
    }
  }
}
