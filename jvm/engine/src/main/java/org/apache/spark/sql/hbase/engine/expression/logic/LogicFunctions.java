package org.apache.spark.sql.hbase.engine.expression.logic;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.function.Arguments;
import org.apache.spark.sql.hbase.engine.expression.function.Errors;
import org.apache.spark.sql.hbase.engine.expression.function.FunctionSpec;
import org.apache.spark.sql.hbase.engine.expression.function.Growth;
import org.apache.spark.sql.hbase.engine.expression.function.JavaUse;
import org.apache.spark.sql.hbase.engine.expression.function.Nulls;
import org.apache.spark.sql.hbase.engine.expression.function.Types;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * Three-valued logic, tests for NULL, and expressions that choose among their arguments. None of
 * them raises an error.
 */
public final class LogicFunctions {
  private static final Types LOGIC =
      call ->
          call.result().equals(SqlType.BOOLEAN)
              && call.argumentCount() >= 2
              && call.allAre(SqlType.BOOLEAN);

  private static final Types NULL_TEST =
      call -> call.result().equals(SqlType.BOOLEAN) && call.argumentCount() == 1;

  public static final List<FunctionSpec> ALL =
      List.of(
          byOwnRule(
              Function.AND,
              LOGIC,
              Growth.FIXED,
              (call, operands) -> LogicalExpression.and(operands.all())),
          byOwnRule(
              Function.OR,
              LOGIC,
              Growth.FIXED,
              (call, operands) -> LogicalExpression.or(operands.all())),
          FunctionSpec.ofValues(
              Function.NOT,
              Types.of(SqlType.BOOLEAN, SqlType.BOOLEAN),
              Errors.NEVER,
              JavaUse.NOTHING,
              (call, operands) -> new NotExpression(operands.at(0))),
          byOwnRule(
              Function.IS_NULL,
              NULL_TEST,
              Growth.FIXED,
              (call, operands) -> NullTest.isNull(operands.at(0))),
          byOwnRule(
              Function.IS_NOT_NULL,
              NULL_TEST,
              Growth.FIXED,
              (call, operands) -> NullTest.isNotNull(operands.at(0))),
          byOwnRule(
              Function.COALESCE,
              call -> call.argumentCount() >= 1 && call.allAre(call.result()),
              Growth.OF_ALL,
              (call, operands) -> new CoalesceExpression(call.result(), operands.all())),
          byOwnRule(
              Function.CASE_WHEN,
              LogicFunctions::isCase,
              Growth.OF_ALL,
              (call, operands) -> caseWhen(call.result(), operands.all())));

  private LogicFunctions() {}

  private static FunctionSpec byOwnRule(
      Function function, Types types, Growth growth, FunctionSpec.Compilation compilation) {
    return new FunctionSpec(
        function,
        types,
        Errors.NEVER,
        Nulls.BY_OWN_RULE,
        growth,
        Arguments.PLAIN,
        JavaUse.NOTHING,
        compilation);
  }

  private static boolean isCase(TypedCall call) {
    int count = call.argumentCount();
    for (int i = 0; i < count; i++) {
      SqlType expected = isCondition(i, count) ? SqlType.BOOLEAN : call.result();
      if (!call.type(i).equals(expected)) {
        return false;
      }
    }
    return count >= 2;
  }

  /** Conditions and values alternate; a last argument without a partner is the ELSE. */
  private static boolean isCondition(int argument, int count) {
    return argument % 2 == 0 && argument + 1 < count;
  }

  private static VectorExpression caseWhen(SqlType type, List<VectorExpression> arguments) {
    List<VectorExpression> conditions = new ArrayList<>();
    List<VectorExpression> values = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      (isCondition(i, arguments.size()) ? conditions : values).add(arguments.get(i));
    }
    return new CaseWhenExpression(type, conditions, values);
  }
}
