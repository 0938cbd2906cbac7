package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.EnumSet;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.FunctionFamily;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Functions of STRING. */
public final class TextFunctions implements FunctionFamily {
  @Override
  public Set<Function> functions() {
    return EnumSet.of(
        Function.STARTS_WITH,
        Function.ENDS_WITH,
        Function.CONTAINS,
        Function.SUBSTRING,
        Function.LENGTH);
  }

  @Override
  public boolean supports(TypedCall call) {
    return switch (call.function()) {
      case STARTS_WITH, ENDS_WITH, CONTAINS ->
          call.is(SqlType.BOOLEAN, SqlType.STRING, SqlType.STRING) && call.isValue(1);
      case SUBSTRING ->
          call.is(SqlType.STRING, SqlType.STRING, SqlType.INT, SqlType.INT)
              && call.isValue(1)
              && call.isValue(2);
      default -> call.is(SqlType.INT, SqlType.STRING);
    };
  }

  @Override
  public VectorExpression compile(TypedCall call, Operands operands) {
    return switch (call.function()) {
      case STARTS_WITH, ENDS_WITH, CONTAINS ->
          new StringMatch(call.function(), operands.at(0), call.constant(1).bytes());
      case SUBSTRING ->
          new SubstringExpression(operands.at(0), call.constant(1).low(), call.constant(2).low());
      default -> new LengthExpression(operands.at(0));
    };
  }

  @Override
  public boolean takesConstant(TypedCall call, int argument) {
    return switch (call.function()) {
      case STARTS_WITH, ENDS_WITH, CONTAINS -> argument == 1;
      default -> false;
    };
  }
}
