package org.apache.spark.sql.hbase.bench;

import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.ExpressionCompiler;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One expression over a batch of rows that are decoded already: time per row. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(LineItems.ROWS)
public class BenchExpressions {
  /** The expression that is computed. */
  public enum Kernel {
    DATE_BEFORE,
    MONEY_BETWEEN,
    DISCOUNTED_PRICE,
    CHARGE,
    INTEGER_PRODUCT,
    STRING_EQUAL,
    STRING_LENGTH,
    YEAR
  }

  @Param public Kernel kernel;

  private final SelectedRows rows = SelectedRows.all(LineItems.ROWS);
  private ColumnBatch batch;
  private VectorExpression expression;

  @Setup
  public void compile() {
    batch = LineItems.batch();
    expression = ExpressionCompiler.compile(expression(kernel), LineItems.TYPES);
  }

  @Benchmark
  public ColumnVector evaluate() {
    return expression.evaluate(batch, rows);
  }

  private static Expression expression(Kernel kernel) {
    return switch (kernel) {
      case DATE_BEFORE ->
          bool(Function.LESS_THAN, column(LineItems.SHIP_DATE), Plans.integer(9_000, SqlType.DATE));
      case MONEY_BETWEEN ->
          bool(
              Function.AND,
              bool(Function.GREATER_THAN, column(LineItems.DISCOUNT), column(LineItems.TAX)),
              bool(Function.LESS_THAN, column(LineItems.QUANTITY), column(LineItems.PRICE)));
      case DISCOUNTED_PRICE -> discountedPrice();
      case CHARGE ->
          ansi(
              SqlType.decimal(38, 6),
              Function.MULTIPLY,
              discountedPrice(),
              ansi(
                  SqlType.decimal(13, 2),
                  Function.ADD,
                  column(LineItems.PRICE),
                  column(LineItems.TAX)));
      case INTEGER_PRODUCT ->
          ansi(
              SqlType.BIGINT,
              Function.MULTIPLY,
              column(LineItems.KEY),
              ansi(
                  SqlType.BIGINT,
                  Function.SUBTRACT,
                  Plans.integer(100, SqlType.BIGINT),
                  column(LineItems.KEY)));
      case STRING_EQUAL -> bool(Function.EQUAL, column(LineItems.RETURN_FLAG), Plans.string("R"));
      case STRING_LENGTH -> Plans.call(Function.LENGTH, SqlType.INT, column(LineItems.COMMENT));
      case YEAR -> Plans.call(Function.YEAR, SqlType.INT, column(LineItems.SHIP_DATE));
    };
  }

  private static Expression discountedPrice() {
    return ansi(
        SqlType.decimal(26, 4),
        Function.MULTIPLY,
        column(LineItems.PRICE),
        ansi(
            SqlType.decimal(13, 2),
            Function.SUBTRACT,
            column(LineItems.QUANTITY),
            column(LineItems.DISCOUNT)));
  }

  private static Expression column(int ordinal) {
    return Plans.column(ordinal, LineItems.TYPES.get(ordinal));
  }

  private static Expression bool(Function function, Expression... arguments) {
    return Plans.call(function, SqlType.BOOLEAN, arguments);
  }

  private static Expression ansi(SqlType type, Function function, Expression... arguments) {
    Expression.Builder call = Plans.call(function, type, arguments).toBuilder();
    call.getCallBuilder().setEvalMode(EvalMode.ANSI);
    return call.build();
  }
}
