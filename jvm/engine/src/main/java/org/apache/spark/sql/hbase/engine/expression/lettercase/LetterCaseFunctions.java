package org.apache.spark.sql.hbase.engine.expression.lettercase;

import java.util.EnumSet;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.FunctionFamily;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** UPPER and LOWER. */
public final class LetterCaseFunctions implements FunctionFamily {
  @Override
  public Set<Function> functions() {
    return EnumSet.of(Function.UPPER, Function.LOWER);
  }

  @Override
  public boolean supports(TypedCall call) {
    return call.is(SqlType.STRING, SqlType.STRING);
  }

  @Override
  public VectorExpression compile(TypedCall call, Operands operands) {
    return call.function() == Function.UPPER
        ? LetterCaseExpression.upper(operands.at(0))
        : LetterCaseExpression.lower(operands.at(0));
  }

  @Override
  public boolean copies(TypedCall call, int argument) {
    return true;
  }

  @Override
  public boolean mayRaise(TypedCall call) {
    return switch (call.function()) {
      case UPPER, LOWER -> false;
      default -> true;
    };
  }
}
