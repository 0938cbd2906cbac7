package org.apache.spark.sql.hbase.wire.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.junit.jupiter.api.Test;

class TestAggregateChecks {
  private static final Set<AggregateFunction> OF_TWO_ARGUMENTS =
      EnumSet.of(
          AggregateFunction.MIN_BY,
          AggregateFunction.MAX_BY,
          AggregateFunction.COVARIANCE,
          AggregateFunction.CORRELATION,
          AggregateFunction.REGRESSION,
          AggregateFunction.APPROX_COUNT_DISTINCT);

  @Test
  void everyFunctionTakesItsNumberOfArguments() {
    EnumSet<AggregateFunction> functions = EnumSet.allOf(AggregateFunction.class);
    functions.remove(AggregateFunction.AGGREGATE_FUNCTION_UNSPECIFIED);
    functions.remove(AggregateFunction.UNRECOGNIZED);
    functions.remove(AggregateFunction.COUNT);
    for (AggregateFunction function : functions) {
      int expected = OF_TWO_ARGUMENTS.contains(function) ? 2 : 1;
      for (int count = 0; count <= 3; count++) {
        if (count == expected) {
          check(call(function, count));
        } else {
          assertInvalid(call(function, count));
        }
      }
    }
  }

  @Test
  void countTakesAnyNumberOfArguments() {
    for (int count = 0; count <= 3; count++) {
      check(call(AggregateFunction.COUNT, count));
    }
  }

  @Test
  void sumsAndAveragesSayTheirMode() {
    for (AggregateFunction function : List.of(AggregateFunction.SUM, AggregateFunction.AVG)) {
      assertInvalid(
          call(function, 1).toBuilder().setEvalMode(EvalMode.EVAL_MODE_UNSPECIFIED).build());
    }
    check(
        call(AggregateFunction.MIN, 1).toBuilder()
            .setEvalMode(EvalMode.EVAL_MODE_UNSPECIFIED)
            .build());
  }

  private static AggregateCall call(AggregateFunction function, int argumentCount) {
    AggregateCall.Builder call =
        AggregateCall.newBuilder()
            .setFunction(function)
            .setEvalMode(EvalMode.ANSI)
            .addStateTypes(PlanFixtures.DOUBLE);
    for (int i = 0; i < argumentCount; i++) {
      call.addArguments(PlanFixtures.column(0, PlanFixtures.DOUBLE));
    }
    return call.build();
  }

  private static void check(AggregateCall call) {
    AggregateChecks.check(call, List.of(PlanFixtures.DOUBLE), "call");
  }

  private static void assertInvalid(AggregateCall call) {
    PlanException e = assertThrows(PlanException.class, () -> check(call));
    assertEquals(ErrorCode.INVALID_PLAN, e.code());
    assertTrue(e.getMessage().contains("at=call"), e.getMessage());
  }
}
