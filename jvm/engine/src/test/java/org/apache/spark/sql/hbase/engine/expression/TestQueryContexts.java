package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.call;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.literal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Map;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

class TestQueryContexts {
  private final Rows rows = Rows.column(SqlType.BIGINT, 0, 4);
  private final Expression quotient =
      call(
          SqlType.BIGINT,
          Function.INTEGRAL_DIVIDE,
          EvalMode.ANSI,
          literal(SqlType.BIGINT, 8),
          column(0, SqlType.BIGINT));

  @Test
  void theInnermostCallIsNamed() {
    assertEquals(Map.of("queryContext", "2"), errorOf(outer(1, placed(2, quotient))));
    assertEquals(Map.of("queryContext", "1"), errorOf(outer(1, quotient)));
    assertEquals(Map.of(), errorOf(outer(0, quotient)));
    assertEquals(Map.of("queryContext", "4294967295"), errorOf(placed(-1, quotient)));
  }

  @Test
  void noAnswerDependsOnIt() {
    Rows four = Rows.column(SqlType.BIGINT, 4, null);
    assertEquals(Arrays.asList(3L, null), four.evaluate(outer(1, placed(2, quotient))));
  }

  private static Expression outer(int queryContext, Expression inner) {
    return placed(
        queryContext,
        call(SqlType.BIGINT, Function.ADD, EvalMode.ANSI, inner, literal(SqlType.BIGINT, 1)));
  }

  private static Expression placed(int queryContext, Expression call) {
    Expression.Builder builder = call.toBuilder();
    builder.getCallBuilder().setQueryContext(queryContext);
    return builder.build();
  }

  private Map<String, String> errorOf(Expression expression) {
    return assertThrows(EvaluationException.class, () -> rows.evaluate(expression)).values();
  }
}
