package org.apache.spark.sql.hbase.engine.expression.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.function.FunctionSpec;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

/** The patterns of a plan are counted before any of them is compiled. */
class TestPatternSize {
  private final Expression text = Plans.column(0, SqlType.STRING);

  @Test
  void eachFunctionOfPatternsSaysHowLargeTheyAre() {
    for (FunctionSpec spec : PatternFunctions.ALL) {
      Function function = spec.function();
      long small = size(function, "a");
      long large = size(function, "a".repeat(100));
      assertTrue(small > 0 && large >= small + 99 && large < 1_000, function + ": " + large);
    }
  }

  @Test
  void otherFunctionsHaveNone() {
    assertEquals(0, size(Function.CONTAINS, "a"));
  }

  private long size(Function function, String pattern) {
    return PatternFunctions.patternSize(
        TypedCall.of(Plans.call(function, SqlType.BOOLEAN, text, Plans.string(pattern))));
  }
}
