package org.apache.spark.sql.hbase.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.SqlTypes;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.PlanException;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
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
  void refusesTrySumOfIntegersWhoseStateIsAnother() {
    assertRefused(
        ErrorCode.UNSUPPORTED_FUNCTION,
        Plans.aggregateCall(AggregateFunction.SUM, EvalMode.TRY, Plans.column(0, SqlType.INT)));
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
    AggregateCall call = Plans.aggregateCall(function, mode, Plans.column(0, type));
    assertEquals(Plans.stateTypes(function, type), PartialAggregates.of(call).stateTypes());
  }

  private static void assertRefused(ErrorCode code, AggregateCall call) {
    assertEquals(code, assertThrows(PlanException.class, () -> PartialAggregates.of(call)).code());
  }
}
