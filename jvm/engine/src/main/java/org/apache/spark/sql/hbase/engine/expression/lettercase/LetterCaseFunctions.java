package org.apache.spark.sql.hbase.engine.expression.lettercase;

import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.function.Arguments;
import org.apache.spark.sql.hbase.engine.expression.function.Errors;
import org.apache.spark.sql.hbase.engine.expression.function.FunctionSpec;
import org.apache.spark.sql.hbase.engine.expression.function.Growth;
import org.apache.spark.sql.hbase.engine.expression.function.JavaUse;
import org.apache.spark.sql.hbase.engine.expression.function.Nulls;
import org.apache.spark.sql.hbase.engine.expression.function.Types;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** UPPER and LOWER. */
public final class LetterCaseFunctions {
  public static final List<FunctionSpec> ALL =
      List.of(
          function(Function.UPPER, LetterCaseExpression::upper),
          function(Function.LOWER, LetterCaseExpression::lower));

  private LetterCaseFunctions() {}

  private static FunctionSpec function(
      Function function, UnaryOperator<VectorExpression> compilation) {
    return new FunctionSpec(
        function,
        Types.of(SqlType.STRING, SqlType.STRING),
        Errors.NEVER,
        Nulls.OF_ANY_ARGUMENT,
        Growth.ofFirst(Growth.DECODED, 0),
        Arguments.copied(0),
        JavaUse.NOTHING,
        (call, operands) -> compilation.apply(operands.at(0)));
  }
}
