package org.apache.spark.sql.hbase.engine.expression;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * Turns a validated message into expressions that run. Closed: what {@link SupportedExpressions}
 * does not list is refused, and everything that it lists has a case here.
 */
public final class ExpressionCompiler {
  private static final String UTC = "UTC";

  private final List<SqlType> input;

  private ExpressionCompiler(List<SqlType> input) {
    this.input = input;
  }

  /**
   * Compiles an expression over columns of the given types. The answer holds scratch space and
   * serves one runner.
   *
   * @throws org.apache.spark.sql.hbase.wire.PlanException UNSUPPORTED_FUNCTION
   */
  public static VectorExpression compile(Expression expression, List<SqlType> input) {
    SupportedExpressions.check(expression);
    return new ExpressionCompiler(input).compile(expression);
  }

  private VectorExpression compile(Expression expression) {
    SqlType type = SqlTypes.of(expression.getType());
    return switch (expression.getNodeCase()) {
      case COLUMN ->
          new ColumnExpression(expression.getColumn(), input.get(expression.getColumn()));
      case LITERAL -> new LiteralExpression(Constant.of(expression.getLiteral(), type));
      case CALL -> call(expression.getCall(), type);
      case NODE_NOT_SET -> throw new IllegalArgumentException("the expression has no node");
    };
  }

  private VectorExpression call(Call call, SqlType type) {
    Function function = call.getFunction();
    return switch (function) {
      case EQUAL, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          comparison(call);
      case EQUAL_NULL_SAFE -> new NullSafeEqual(argument(call, 0), argument(call, 1));
      case IN -> new InExpression(argument(call, 0), constants(call, 1));
      case AND -> LogicalExpression.and(arguments(call));
      case OR -> LogicalExpression.or(arguments(call));
      case NOT -> new NotExpression(argument(call, 0));
      case IS_NULL -> NullTest.isNull(argument(call, 0));
      case IS_NOT_NULL -> NullTest.isNotNull(argument(call, 0));
      case ADD, SUBTRACT, MULTIPLY -> arithmetic(call, type);
      case DIVIDE -> new Divide(type, mode(call), argument(call, 0), argument(call, 1));
      case REMAINDER -> new Remainder(type, mode(call), argument(call, 0), argument(call, 1));
      case INTEGRAL_DIVIDE -> new IntegralDivide(mode(call), argument(call, 0), argument(call, 1));
      case NEGATE -> SignExpression.negate(mode(call), argument(call, 0));
      case ABS -> SignExpression.abs(mode(call), argument(call, 0));
      case UNSCALED_VALUE -> new UnscaledValue(argument(call, 0));
      case CAST -> cast(call, type);
      case CASE_WHEN -> caseWhen(call, type);
      case COALESCE -> new CoalesceExpression(type, arguments(call));
      case STARTS_WITH, ENDS_WITH, CONTAINS ->
          new StringMatch(function, argument(call, 0), constant(call, 1).bytes());
      case SUBSTRING ->
          new SubstringExpression(
              argument(call, 0), constant(call, 1).low(), constant(call, 2).low());
      case LENGTH -> new LengthExpression(argument(call, 0));
      case YEAR, MONTH, DAY_OF_MONTH, QUARTER, DAY_OF_WEEK, DAY_OF_YEAR ->
          new DateField(function, argument(call, 0));
      case HOUR, MINUTE, SECOND -> {
        VectorExpression operand = argument(call, 0);
        yield new TimeField(function, zone(call, operand.type()), operand);
      }
      case DATE_TRUNC -> {
        VectorExpression operand = argument(call, 1);
        String format = call.getArguments(0).getLiteral().getBinary().toStringUtf8();
        yield new TruncateTime(
            TruncationUnit.of(format).orElseThrow(), zone(call, operand.type()), operand);
      }
      case FUNCTION_UNSPECIFIED, UNRECOGNIZED ->
          throw new IllegalArgumentException("no function: " + function);
    };
  }

  private VectorExpression comparison(Call call) {
    Comparison comparison = Comparison.of(call.getFunction());
    if (isBytesValue(call.getArguments(1))) {
      return new BytesLiteralComparison(comparison, argument(call, 0), constant(call, 1).bytes());
    }
    if (isBytesValue(call.getArguments(0))) {
      return new BytesLiteralComparison(
          comparison.mirrored(), argument(call, 1), constant(call, 0).bytes());
    }
    return new ComparisonExpression(comparison, argument(call, 0), argument(call, 1));
  }

  private static boolean isBytesValue(Expression expression) {
    return expression.hasLiteral() && expression.getLiteral().hasBinary();
  }

  private VectorExpression arithmetic(Call call, SqlType type) {
    VectorExpression left = argument(call, 0);
    VectorExpression right = argument(call, 1);
    if (type.kind() == SqlType.Kind.DECIMAL) {
      Function function = call.getFunction();
      return ShortDecimalArithmetic.isEnough(function, left.type(), right.type(), type)
          ? new ShortDecimalArithmetic(function, type, left, right)
          : new DecimalArithmetic(function, type, mode(call), left, right);
    }
    return type.physical() == SqlType.Physical.DOUBLE
        ? new FloatingArithmetic(call.getFunction(), type, left, right)
        : new IntegerArithmetic(call.getFunction(), type, mode(call), left, right);
  }

  private VectorExpression cast(Call call, SqlType to) {
    VectorExpression operand = argument(call, 0);
    SqlType from = operand.type();
    boolean fromTimestamp = from.equals(SqlType.TIMESTAMP);
    return switch (to.kind()) {
      case BOOLEAN -> new CastToBoolean(operand);
      case TINYINT, SMALLINT, INT -> new CastToInteger(to, mode(call), operand);
      case BIGINT ->
          fromTimestamp
              ? CastTime.of(to, null, operand)
              : new CastToInteger(to, mode(call), operand);
      case FLOAT, DOUBLE -> new CastToFloating(to, operand);
      case DECIMAL -> new CastToDecimal(to, mode(call), operand);
      case STRING -> new CastToString(operand);
      case DATE -> CastTime.of(to, zone(call, from), operand);
      case TIMESTAMP ->
          CastTime.of(to, from.equals(SqlType.BIGINT) ? null : zone(call, to), operand);
      case TIMESTAMP_NTZ -> CastTime.of(to, zone(call, from), operand);
      case BINARY -> throw new IllegalArgumentException("no cast: " + from + " to " + to);
    };
  }

  private VectorExpression caseWhen(Call call, SqlType type) {
    List<VectorExpression> conditions = new ArrayList<>();
    List<VectorExpression> values = new ArrayList<>();
    int count = call.getArgumentsCount();
    for (int i = 0; i < count; i++) {
      boolean condition = i % 2 == 0 && i + 1 < count;
      (condition ? conditions : values).add(argument(call, i));
    }
    return new CaseWhenExpression(type, conditions, values);
  }

  private VectorExpression argument(Call call, int position) {
    return compile(call.getArguments(position));
  }

  private List<VectorExpression> arguments(Call call) {
    return call.getArgumentsList().stream().map(this::compile).toList();
  }

  private static Constant constant(Call call, int position) {
    Expression literal = call.getArguments(position);
    return Constant.of(literal.getLiteral(), SqlTypes.of(literal.getType()));
  }

  private static List<Constant> constants(Call call, int from) {
    List<Constant> constants = new ArrayList<>();
    for (int i = from; i < call.getArgumentsCount(); i++) {
      constants.add(constant(call, i));
    }
    return constants;
  }

  private static OverflowMode mode(Call call) {
    return OverflowMode.of(call.getEvalMode());
  }

  private static ZoneOffsets zone(Call call, SqlType type) {
    return ZoneOffsets.of(type.equals(SqlType.TIMESTAMP) ? call.getTimeZone() : UTC);
  }
}
