package org.apache.spark.sql.hbase.engine.expression.pattern;

import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.FunctionFamily;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** LIKE and RLIKE with constant patterns. */
public final class PatternFunctions implements FunctionFamily {
  private static final char DEFAULT_ESCAPE = '\\';

  @Override
  public Set<Function> functions() {
    return EnumSet.of(Function.LIKE, Function.RLIKE);
  }

  @Override
  public boolean supports(TypedCall call) {
    boolean hasEscape = call.function() == Function.LIKE && call.argumentCount() == 3;
    boolean isTyped =
        call.result().equals(SqlType.BOOLEAN)
            && call.allAre(SqlType.STRING)
            && call.argumentCount() == (hasEscape ? 3 : 2);
    if (!isTyped || !call.isValue(1)) {
      return false;
    }
    return call.function() == Function.RLIKE
        ? regex(call).isPresent()
        : (!hasEscape || call.isValue(2) && text(call, 2).length() == 1) && like(call).isPresent();
  }

  @Override
  public VectorExpression compile(TypedCall call, Operands operands) {
    return call.function() == Function.RLIKE
        ? new RegexExpression(operands.at(0), regex(call).orElseThrow())
        : new LikeExpression(operands.at(0), like(call).orElseThrow());
  }

  @Override
  public boolean takesConstant(TypedCall call, int argument) {
    return argument > 0;
  }

  private static Optional<LikePattern> like(TypedCall call) {
    char escape = call.argumentCount() == 3 ? text(call, 2).charAt(0) : DEFAULT_ESCAPE;
    return LikePattern.parse(text(call, 1), escape);
  }

  private static Optional<Regex> regex(TypedCall call) {
    return Regex.parse(text(call, 1));
  }

  private static String text(TypedCall call, int argument) {
    return new String(call.constant(argument).bytes(), StandardCharsets.UTF_8);
  }
}
