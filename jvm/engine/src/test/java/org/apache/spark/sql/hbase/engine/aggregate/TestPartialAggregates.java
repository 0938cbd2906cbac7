package org.apache.spark.sql.hbase.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.testkit.StateTypes;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.junit.jupiter.api.Test;

class TestPartialAggregates {
  private static final List<SqlType> NUMBERS =
      List.of(
          SqlType.TINYINT,
          SqlType.SMALLINT,
          SqlType.INT,
          SqlType.BIGINT,
          SqlType.FLOAT,
          SqlType.DOUBLE,
          SqlType.decimal(7, 2),
          SqlType.decimal(30, 2));
  private static final List<SqlType> OTHERS =
      List.of(
          SqlType.BOOLEAN,
          SqlType.STRING,
          SqlType.BINARY,
          SqlType.DATE,
          SqlType.TIMESTAMP,
          SqlType.TIMESTAMP_NTZ);

  @Test
  void sumsAndAveragesEveryNumericType() {
    for (SqlType type : NUMBERS) {
      assertFound(AggregateFunction.SUM, EvalMode.ANSI, type);
      assertFound(AggregateFunction.SUM, EvalMode.LEGACY, type);
      assertFound(AggregateFunction.AVG, EvalMode.ANSI, type);
      assertFound(AggregateFunction.AVG, EvalMode.TRY, type);
    }
  }

  @Test
  void countsAndComparesEveryType() {
    for (List<SqlType> types : List.of(NUMBERS, OTHERS)) {
      for (SqlType type : types) {
        assertFound(AggregateFunction.COUNT, EvalMode.ANSI, type);
        assertFound(AggregateFunction.MIN, EvalMode.ANSI, type);
        assertFound(AggregateFunction.MAX, EvalMode.LEGACY, type);
      }
    }
  }

  @Test
  void refusesSumsAndAveragesOfOtherTypes() {
    for (SqlType type : OTHERS) {
      for (AggregateFunction function : List.of(AggregateFunction.SUM, AggregateFunction.AVG)) {
        assertRefused(
            ErrorCode.UNSUPPORTED_FUNCTION, Plans.aggregateCall(function, Plans.column(0, type)));
      }
    }
  }

  @Test
  void trySumsHaveTheStateOfTheirMode() {
    for (SqlType type : NUMBERS) {
      assertFound(AggregateFunction.SUM, EvalMode.TRY, type);
    }
  }

  @Test
  void keepsValuesOfEveryTypeAndCountsThemApproximately() {
    List<AggregateFunction> edges =
        List.of(
            AggregateFunction.FIRST,
            AggregateFunction.FIRST_NOT_NULL,
            AggregateFunction.LAST,
            AggregateFunction.LAST_NOT_NULL);
    for (List<SqlType> types : List.of(NUMBERS, OTHERS)) {
      for (SqlType type : types) {
        edges.forEach(function -> assertFound(function, EvalMode.ANSI, type));
        assertFound(AggregateFunction.MAX_BY, type, SqlType.INT);
        assertFound(AggregateFunction.MIN_BY, SqlType.STRING, type);
        assertFound(
            Plans.aggregateCall(
                AggregateFunction.APPROX_COUNT_DISTINCT,
                Plans.column(0, type),
                Plans.integer(9, SqlType.INT)));
      }
    }
  }

  @Test
  void combinesBitsOfIntegersOnly() {
    for (AggregateFunction function :
        List.of(AggregateFunction.BIT_AND, AggregateFunction.BIT_OR, AggregateFunction.BIT_XOR)) {
      assertFound(function, SqlType.TINYINT);
      assertFound(function, SqlType.BIGINT);
      assertRefused(function, SqlType.DATE);
      assertRefused(function, SqlType.BOOLEAN);
      assertRefused(function, SqlType.decimal(5, 0));
    }
  }

  @Test
  void momentsAreOfDoublesOnly() {
    for (AggregateFunction function :
        List.of(
            AggregateFunction.VARIANCE, AggregateFunction.SKEWNESS, AggregateFunction.KURTOSIS)) {
      assertFound(function, SqlType.DOUBLE);
      assertRefused(function, SqlType.FLOAT);
      assertRefused(function, SqlType.BIGINT);
    }
    for (AggregateFunction function :
        List.of(
            AggregateFunction.COVARIANCE,
            AggregateFunction.CORRELATION,
            AggregateFunction.REGRESSION)) {
      assertFound(function, SqlType.DOUBLE, SqlType.DOUBLE);
      assertRefused(function, SqlType.DOUBLE, SqlType.INT);
    }
  }

  @Test
  void onlyCountsNestedValues() {
    SqlType nested = SqlType.array(SqlType.INT);
    assertFound(AggregateFunction.COUNT, nested);
    assertRefused(AggregateFunction.MIN, nested);
    assertRefused(AggregateFunction.FIRST, nested);
    assertRefused(AggregateFunction.MAX_BY, nested, SqlType.INT);
    assertRefused(AggregateFunction.MAX_BY, SqlType.INT, nested);
  }

  @Test
  void refusesMoreRegistersThanASubPlanHasColumns() {
    for (int bits : new int[] {-1, 3, 16, 40}) {
      AggregateCall call =
          Plans.aggregateCall(
                  AggregateFunction.APPROX_COUNT_DISTINCT,
                  Plans.column(0, SqlType.INT),
                  Plans.integer(9, SqlType.INT))
              .toBuilder()
              .setArguments(1, Plans.integer(bits, SqlType.INT))
              .build();
      assertRefused(ErrorCode.UNSUPPORTED_FUNCTION, call);
    }
  }

  @Test
  void aParameterIsNoArgumentOfTheRows() {
    AggregateCall count =
        Plans.aggregateCall(
            AggregateFunction.APPROX_COUNT_DISTINCT,
            Plans.column(0, SqlType.INT),
            Plans.integer(9, SqlType.INT));
    assertEquals(1, PartialAggregates.rowArguments(count).size());
    AggregateCall maxBy =
        Plans.aggregateCall(
            AggregateFunction.MAX_BY, Plans.column(0, SqlType.INT), Plans.column(1, SqlType.INT));
    assertEquals(2, PartialAggregates.rowArguments(maxBy).size());
  }

  @Test
  void refusesStateTypesThatAreNotItsOwn() {
    AggregateCall call =
        Plans.aggregateCall(AggregateFunction.SUM, Plans.column(0, SqlType.decimal(12, 2)));
    assertRefused(ErrorCode.INVALID_PLAN, call.toBuilder().removeStateTypes(1).build());
    assertRefused(
        ErrorCode.INVALID_PLAN,
        call.toBuilder().setStateTypes(0, SqlTypes.toWire(SqlType.decimal(22, 3))).build());
  }

  private static void assertFound(AggregateFunction function, EvalMode mode, SqlType type) {
    assertFound(Plans.aggregateCall(function, mode, Plans.column(0, type)));
  }

  private static void assertFound(AggregateFunction function, SqlType... types) {
    assertFound(Plans.aggregateCall(function, columns(types)));
  }

  private static void assertFound(AggregateCall call) {
    assertEquals(StateTypes.of(call), PartialAggregates.ofGroups(call).stateTypes());
    assertEquals(StateTypes.of(call), PartialAggregates.ofAllRows(call).stateTypes());
  }

  private static void assertRefused(AggregateFunction function, SqlType... types) {
    assertRefused(ErrorCode.UNSUPPORTED_FUNCTION, Plans.aggregateCall(function, columns(types)));
  }

  private static Expression[] columns(SqlType... types) {
    Expression[] columns = new Expression[types.length];
    for (int i = 0; i < types.length; i++) {
      columns[i] = Plans.column(i, types[i]);
    }
    return columns;
  }

  private static void assertRefused(ErrorCode code, AggregateCall call) {
    assertEquals(
        code, assertThrows(PlanException.class, () -> PartialAggregates.ofGroups(call)).code());
  }
}
