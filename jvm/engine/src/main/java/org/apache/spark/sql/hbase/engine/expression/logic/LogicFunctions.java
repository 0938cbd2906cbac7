package org.apache.spark.sql.hbase.engine.expression.logic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.PlainFamily;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Three-valued logic, tests for NULL, and expressions that choose among their arguments. */
public final class LogicFunctions implements PlainFamily {
  private static final Set<Function> PLAIN =
      Collections.unmodifiableSet(
          EnumSet.of(
              Function.AND,
              Function.OR,
              Function.NOT,
              Function.IS_NULL,
              Function.IS_NOT_NULL,
              Function.CASE_WHEN,
              Function.COALESCE));

  @Override
  public Set<Function> functions() {
    return EnumSet.of(
        Function.AND,
        Function.OR,
        Function.NOT,
        Function.IS_NULL,
        Function.IS_NOT_NULL,
        Function.CASE_WHEN,
        Function.COALESCE);
  }

  @Override
  public boolean supports(TypedCall call) {
    boolean isBoolean = call.result().equals(SqlType.BOOLEAN);
    return switch (call.function()) {
      case AND, OR -> isBoolean && call.argumentCount() >= 2 && call.allAre(SqlType.BOOLEAN);
      case NOT -> call.is(SqlType.BOOLEAN, SqlType.BOOLEAN);
      case IS_NULL, IS_NOT_NULL -> isBoolean && call.argumentCount() == 1;
      case COALESCE -> call.argumentCount() >= 1 && call.allAre(call.result());
      case CASE_WHEN -> isCase(call);
      default -> false;
    };
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

  @Override
  public VectorExpression compile(TypedCall call, Operands operands) {
    return switch (call.function()) {
      case AND -> LogicalExpression.and(operands.all());
      case OR -> LogicalExpression.or(operands.all());
      case NOT -> new NotExpression(operands.at(0));
      case IS_NULL -> NullTest.isNull(operands.at(0));
      case IS_NOT_NULL -> NullTest.isNotNull(operands.at(0));
      case COALESCE -> new CoalesceExpression(call.result(), operands.all());
      default -> caseWhen(call.result(), operands.all());
    };
  }

  private static VectorExpression caseWhen(SqlType type, List<VectorExpression> arguments) {
    List<VectorExpression> conditions = new ArrayList<>();
    List<VectorExpression> values = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      (isCondition(i, arguments.size()) ? conditions : values).add(arguments.get(i));
    }
    return new CaseWhenExpression(type, conditions, values);
  }

  @Override
  public Set<Function> plain() {
    return PLAIN;
  }
}
