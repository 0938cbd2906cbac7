package org.apache.spark.sql.hbase.coprocessor;

import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Literal;
import org.apache.spark.sql.hbase.wire.proto.Operator;

/**
 * {@code number BETWEEN min AND max}, over the number of one family of a {@link CellsTable}: as a
 * filter of a sub-plan, and in the client.
 */
record NumberRange(byte[] family, long min, long max) implements NumberCondition {
  @Override
  public boolean accepts(Result row) {
    byte[] value = row.getValue(family, CellsTable.NUMBER);
    return value != null && Bytes.toLong(value) >= min && Bytes.toLong(value) <= max;
  }

  @Override
  public Operator filter(int column) {
    return Plans.filter(
        call(
            Function.AND,
            compared(Function.GREATER_THAN_OR_EQUAL, column, min),
            compared(Function.LESS_THAN_OR_EQUAL, column, max)));
  }

  private static Expression compared(Function function, int column, long value) {
    Expression literal =
        Expression.newBuilder()
            .setType(Plans.BIGINT)
            .setLiteral(Literal.newBuilder().setInteger(value))
            .build();
    return call(function, Plans.column(column, Plans.BIGINT), literal);
  }

  static Expression call(Function function, Expression left, Expression right) {
    return Expression.newBuilder()
        .setType(Plans.BOOLEAN)
        .setCall(Call.newBuilder().setFunction(function).addArguments(left).addArguments(right))
        .build();
  }
}
