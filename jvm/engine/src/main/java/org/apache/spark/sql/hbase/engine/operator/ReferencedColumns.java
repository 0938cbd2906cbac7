package org.apache.spark.sql.hbase.engine.operator;

import java.util.List;
import org.apache.spark.sql.hbase.wire.proto.Expression;

/** Collects the columns of the table to which expressions refer. Not thread-safe. */
public final class ReferencedColumns {
  private final boolean[] referenced;

  public ReferencedColumns(int columnCount) {
    referenced = new boolean[columnCount];
  }

  /** Adds the columns of an expression; columns behind those of the table are passed over. */
  public void add(Expression expression) {
    if (expression.hasCall()) {
      addAll(expression.getCall().getArgumentsList());
    } else if (expression.getNodeCase() == Expression.NodeCase.COLUMN
        && expression.getColumn() < referenced.length) {
      referenced[expression.getColumn()] = true;
    }
  }

  public void addAll(List<Expression> expressions) {
    expressions.forEach(this::add);
  }

  /** One flag per column of the table. Shared. */
  public boolean[] flags() {
    return referenced;
  }
}
