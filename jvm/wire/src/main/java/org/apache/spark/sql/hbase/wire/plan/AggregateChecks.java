package org.apache.spark.sql.hbase.wire.plan;

import java.util.List;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;

/** Checks the calls of an Aggregate: what can be said without knowing the functions' types. */
final class AggregateChecks {
  private AggregateChecks() {}

  static void check(AggregateCall call, List<DataType> input, String path) {
    PlanChecks.knownFields(call, path);
    AggregateFunction function = call.getFunction();
    if (function == AggregateFunction.UNRECOGNIZED) {
      throw PlanChecks.unsupportedFunction(path, call.getFunctionValue());
    }
    PlanChecks.require(
        function != AggregateFunction.AGGREGATE_FUNCTION_UNSPECIFIED, path, "has no function");
    boolean needsMode = function == AggregateFunction.SUM || function == AggregateFunction.AVG;
    PlanChecks.evalMode(call.getEvalMode(), call.getEvalModeValue(), needsMode, path);
    ExpressionChecks.checkAll(call.getArgumentsList(), input, path + ".arguments");
    checkArgumentCount(call, path);
    if (call.hasFilter()) {
      new ExpressionChecks(input, path + ".filter").check(call.getFilter());
      boolean isBoolean = call.getFilter().getType().getKind() == TypeKind.BOOLEAN;
      PlanChecks.require(isBoolean, path, "the filter is not BOOLEAN");
    }
    PlanChecks.require(call.getStateTypesCount() > 0, path, "names no state types");
    String typesPath = path + ".state_types";
    PlanChecks.atMost(call.getStateTypesCount(), PlanLimits.MAX_EXPRESSIONS, typesPath);
    call.getStateTypesList().forEach(type -> TypeChecks.check(type, typesPath));
  }

  private static void checkArgumentCount(AggregateCall call, String path) {
    int expected =
        switch (call.getFunction()) {
          case COUNT -> call.getArgumentsCount();
          case MIN_BY, MAX_BY, COVARIANCE, CORRELATION, REGRESSION, APPROX_COUNT_DISTINCT -> 2;
          case SUM,
              AVG,
              MIN,
              MAX,
              BIT_AND,
              BIT_OR,
              BIT_XOR,
              FIRST,
              FIRST_NOT_NULL,
              LAST,
              LAST_NOT_NULL,
              VARIANCE,
              SKEWNESS,
              KURTOSIS ->
              1;
          case AGGREGATE_FUNCTION_UNSPECIFIED, UNRECOGNIZED ->
              throw PlanChecks.invalid(path, "has no function");
        };
    PlanChecks.require(
        call.getArgumentsCount() == expected,
        path,
        call.getFunction() + " takes " + (expected == 1 ? "one argument" : "two arguments"));
  }
}
