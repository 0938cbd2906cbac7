package org.apache.spark.sql.hbase.engine.expression;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.ColumnExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.Constant;
import org.apache.spark.sql.hbase.engine.expression.kernel.LimitedExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.LiteralExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.PlacedExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.RunnerContext;
import org.apache.spark.sql.hbase.engine.expression.kernel.SharedConstant;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.WorkLimit;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.Expression;

/**
 * Turns a validated message into expressions that run. Closed: what {@link SupportedExpressions}
 * does not list is refused, and {@link Functions} has the compilation of all that it lists.
 */
public final class ExpressionCompiler {
  private final List<SqlType> input;
  private final RunnerContext context;

  private ExpressionCompiler(List<SqlType> input, RunnerContext context) {
    this.input = input;
    this.context = context;
  }

  /**
   * Compiles an expression over columns of the given types. The answer holds scratch space and
   * serves one runner.
   *
   * @throws org.apache.spark.sql.hbase.wire.plan.PlanException UNSUPPORTED_FUNCTION
   */
  public static VectorExpression compile(Expression expression, List<SqlType> input) {
    return compile(expression, input, RunnerContext.alone());
  }

  /**
   * Compiles an expression of a sub-plan.
   *
   * @throws org.apache.spark.sql.hbase.wire.plan.PlanException UNSUPPORTED_FUNCTION
   */
  public static VectorExpression compile(
      Expression expression, List<SqlType> input, RunnerContext context) {
    checkOnce(expression, context);
    return new ExpressionCompiler(input, context).compile(expression);
  }

  /**
   * Throws unless the expression is supported, or has been compiled before.
   *
   * @throws org.apache.spark.sql.hbase.wire.plan.PlanException UNSUPPORTED_FUNCTION
   */
  static void checkOnce(Expression expression, RunnerContext context) {
    if (!context.isChecked()) {
      SupportedExpressions.check(expression);
    }
  }

  private VectorExpression compile(Expression expression) {
    return switch (expression.getNodeCase()) {
      case COLUMN ->
          new ColumnExpression(expression.getColumn(), input.get(expression.getColumn()));
      case LITERAL ->
          new LiteralExpression(
              Constant.of(expression.getLiteral(), SqlTypes.of(expression.getType())));
      case CALL -> {
        TypedCall call = TypedCall.of(expression);
        VectorExpression compiled =
            Functions.of(call.function()).compilation().compile(call, operands(call.call()));
        int queryContext = call.call().getQueryContext();
        VectorExpression placed =
            queryContext == 0 ? compiled : new PlacedExpression(compiled, queryContext);
        yield context.limit().isNone() ? placed : new LimitedExpression(placed, context.limit());
      }
      case VALUES, NODE_NOT_SET ->
          throw new IllegalArgumentException("no expression: " + expression.getNodeCase());
    };
  }

  private Operands operands(Call call) {
    return new Operands() {
      @Override
      public VectorExpression at(int argument) {
        return compile(call.getArguments(argument));
      }

      @Override
      public List<VectorExpression> all() {
        return IntStream.range(0, call.getArgumentsCount()).mapToObj(this::at).toList();
      }

      @Override
      public <T extends SharedConstant> T shared(Class<T> type, Supplier<T> make) {
        return context.constants().of(call, type, make);
      }

      @Override
      public WorkLimit limit() {
        return context.limit();
      }
    };
  }
}
