package org.apache.spark.sql.hbase.engine.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.engine.expression.RaisingExpressions;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * No call raises an error of which {@link RaisingExpressions} says that it cannot, because
 * conditions are moved in front of it. A new function is tried from the day it is in the contract.
 */
class TestRaisingCalls {
  private static final int CALLS = 6;

  private static final FixtureTable TABLE =
      FuzzTable.of(FixtureTable.Layout.PACKED, new Random(11));
  private static final ValidCalls VALID = new ValidCalls(TABLE, new Random(12));

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"FUNCTION_UNSPECIFIED", "UNRECOGNIZED"})
  void whatNeverRaisesDoesNot(Function function) throws IOException {
    List<Expression> calls = VALID.of(function, CALLS);
    assertTrue(!calls.isEmpty(), "no valid call was drawn");
    for (Expression call : calls) {
      if (!RaisingExpressions.mayRaise(call)) {
        CompiledSubPlan plan = Plans.compile(TABLE, Plans.project(call));
        try {
          EngineRun.of(plan, new InMemoryRowSource(plan, TABLE.rows()), EngineRun.WIDE);
        } catch (EvaluationException e) {
          fail(TypedCall.of(call).describe() + " raises", e);
        }
      }
    }
  }
}
