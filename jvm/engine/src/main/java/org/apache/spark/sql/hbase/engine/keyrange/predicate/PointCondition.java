package org.apache.spark.sql.hbase.engine.keyrange.predicate;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.engine.expression.ExpressionCompiler;
import org.apache.spark.sql.hbase.engine.expression.RaisingExpressions;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * A condition on one column of whole numbers, asked of single values with the expressions that
 * filter rows. Not thread-safe.
 */
final class PointCondition {
  private final boolean mayRaise;
  private final VectorExpression condition;
  private final ColumnVector value;
  private final ColumnBatch batch;
  private final SelectedRows row = SelectedRows.all(1);
  private boolean wasNull;

  /** {@code operator} of two expressions, of which one is of the column and one a literal. */
  PointCondition(SqlType type, Function operator, Expression left, Expression right) {
    Call call =
        Call.newBuilder().setFunction(operator).addArguments(left).addArguments(right).build();
    Expression comparison =
        Expression.newBuilder().setType(SqlTypes.toWire(SqlType.BOOLEAN)).setCall(call).build();
    this.mayRaise = RaisingExpressions.mayRaise(comparison);
    this.condition = ExpressionCompiler.compile(ofOneColumn(comparison), List.of(type));
    this.value = new ColumnVector(type, 1);
    value.setSize(1);
    this.batch = new ColumnBatch(new ColumnVector[] {value}, 1);
    batch.setRowCount(1);
  }

  boolean raises(long x) {
    if (!mayRaise) {
      return false;
    }
    try {
      isTrue(x);
      return false;
    } catch (EvaluationException e) {
      return true;
    }
  }

  boolean isTrue(long x) {
    value.longs[0] = x;
    ColumnVector answer = condition.evaluate(batch, row);
    boolean isNull = answer.hasNulls && answer.nulls[0];
    wasNull |= isNull;
    return !isNull && answer.longs[0] != 0;
  }

  /** True if one of the values asked for gave NULL. */
  boolean wasNull() {
    return wasNull;
  }

  private static Expression ofOneColumn(Expression expression) {
    if (expression.getNodeCase() == Expression.NodeCase.COLUMN) {
      return expression.toBuilder().setColumn(0).build();
    }
    if (!expression.hasCall()) {
      return expression;
    }
    Call.Builder call = expression.getCall().toBuilder();
    for (int i = 0; i < call.getArgumentsCount(); i++) {
      call.setArguments(i, ofOneColumn(call.getArguments(i)));
    }
    return expression.toBuilder().setCall(call).build();
  }
}
