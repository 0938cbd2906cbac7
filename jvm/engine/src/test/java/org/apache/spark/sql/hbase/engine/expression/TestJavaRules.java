package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.error.OverloadedException;
import org.apache.spark.sql.hbase.engine.expression.function.JavaUse;
import org.apache.spark.sql.hbase.engine.expression.kernel.JavaDigits;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Filter;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.Project;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.api.Test;

/** Calls whose value depends on the release of Java say so, and are refused on another one. */
class TestJavaRules {
  private static final String ZONE = "America/Mexico_City";
  private static final long OTHERS = 42;

  private static Expression.Builder call(Function function, SqlType result, SqlType... arguments) {
    Call.Builder call = Call.newBuilder().setFunction(function);
    for (int i = 0; i < arguments.length; i++) {
      call.addArguments(column(i, arguments[i]));
    }
    return Expression.newBuilder().setType(SqlTypes.toWire(result)).setCall(call);
  }

  private static Expression.Builder hour(String zone) {
    Expression.Builder hour = call(Function.HOUR, SqlType.INT, SqlType.TIMESTAMP);
    hour.getCallBuilder().setTimeZone(zone);
    return hour;
  }

  private static Expression.Builder textToTimestamp() {
    Expression.Builder cast = call(Function.CAST, SqlType.TIMESTAMP, SqlType.STRING);
    cast.getCallBuilder().setTimeZone("UTC").setEvalMode(EvalMode.LEGACY);
    return cast;
  }

  private static Call stated(Expression.Builder expression) {
    Expression.Builder copy = expression.clone();
    JavaRules.state(copy);
    return copy.getCall();
  }

  @Test
  void theDigestOfAllRulesIsNoPartOfTheirText() {
    assertTrue(JavaRules.digest().matches("[0-9a-f]{16}"), JavaRules.digest());
    assertTrue(JavaRules.describe().endsWith(" (" + JavaRules.release() + ")"));
  }

  @Test
  void callsStateWhatTheyTakeFromJava() {
    assertNotEquals(0, stated(hour(ZONE)).getJavaRules());
    assertNotEquals(stated(hour("Asia/Tehran")).getJavaRules(), stated(hour(ZONE)).getJavaRules());
    assertEquals(0, stated(hour("UTC")).getJavaRules());
    assertEquals(0, stated(hour("+05:30")).getJavaRules());
    Expression.Builder sine = call(Function.SIN, SqlType.DOUBLE, SqlType.DOUBLE);
    assertNotEquals(0, stated(sine).getJavaRules());
    assertEquals(0, stated(call(Function.EXP, SqlType.DOUBLE, SqlType.DOUBLE)).getJavaRules());
    assertEquals(0, stated(textToTimestamp()).getJavaRules());
    assertNotEquals(0, stated(textToTimestamp()).getTextZoneRules());
    Expression.Builder text = call(Function.CAST, SqlType.STRING, SqlType.DOUBLE);
    assertEquals(JavaDigits.own(), stated(text).getFloatingDigits());
    SqlType doubles = SqlType.array(SqlType.DOUBLE);
    Expression.Builder nested = call(Function.CAST, SqlType.STRING, doubles);
    assertEquals(JavaDigits.own(), stated(nested).getFloatingDigits());
  }

  @Test
  void functionsWhoseLastDigitJavaLeavesOpenSayIt() {
    Set<Function> taking = EnumSet.noneOf(Function.class);
    for (Function function : Function.values()) {
      Functions.find(function)
          .filter(spec -> spec.javaUse() == JavaUse.DOUBLE_FUNCTIONS)
          .ifPresent(spec -> taking.add(function));
    }
    Set<Function> leftOpen =
        EnumSet.of(
            Function.SIN,
            Function.COS,
            Function.TAN,
            Function.COT,
            Function.SEC,
            Function.CSC,
            Function.ASIN,
            Function.ACOS,
            Function.ATAN,
            Function.ATAN2,
            Function.SINH,
            Function.COSH,
            Function.TANH,
            Function.CBRT,
            Function.HYPOT,
            Function.DEGREES,
            Function.RADIANS);
    assertEquals(leftOpen, taking);
  }

  @Test
  void rulesOfAnotherJavaAreRefused() {
    for (Expression.Builder expression :
        List.of(hour(ZONE), call(Function.SIN, SqlType.DOUBLE, SqlType.DOUBLE))) {
      JavaRules.state(expression);
      assertEquals(Optional.empty(), SupportedExpressions.refusal(expression.build()));
      expression.getCallBuilder().setJavaRules(OTHERS);
      String refusal = SupportedExpressions.refusal(expression.build()).orElseThrow();
      assertTrue(refusal.contains("by rules that this Java does not have"), refusal);
      assertTrue(refusal.contains("tzdata "), refusal);
    }
  }

  @Test
  void onlyTextsThatNameAZoneAreLeftToTheClient() {
    Expression.Builder cast = textToTimestamp();
    cast.getCallBuilder().setTextZoneRules(OTHERS);
    assertEquals(Optional.empty(), SupportedExpressions.refusal(cast.build()));
    List<Object> offsets = Arrays.asList("1970-01-01 00:00:01", "1970-01-01 02:00:02 +02:00", "x");
    assertEquals(Arrays.asList(1_000_000L, 2_000_000L, null), evaluate(cast, offsets));
    OverloadedException refused =
        assertThrows(
            OverloadedException.class,
            () -> evaluate(cast, List.of("1970-01-01 00:00:00 " + ZONE)));
    assertTrue(refused.getMessage().contains("zone=" + ZONE), refused.getMessage());
    assertThrows(
        OverloadedException.class, () -> evaluate(cast, List.of("1970-01-01 00:00:00 EST")));
    cast.getCallBuilder().clearTextZoneRules();
    JavaRules.state(cast);
    assertEquals(List.of(21_600_000_000L), evaluate(cast, List.of("1970-01-01 00:00:00 " + ZONE)));
  }

  private static List<Object> evaluate(Expression.Builder cast, List<Object> texts) {
    return Rows.column(SqlType.STRING, texts.toArray()).evaluate(cast.build());
  }

  @Test
  void aPlanStatesTheRulesOfAllItsCalls() {
    Expression predicate =
        call(Function.IS_NULL, SqlType.BOOLEAN, SqlType.INT)
            .setCall(
                Call.newBuilder().setFunction(Function.IS_NULL).addArguments(hour(ZONE).build()))
            .build();
    SubPlan plan =
        SubPlan.newBuilder()
            .addOperators(
                Operator.newBuilder().setFilter(Filter.newBuilder().setPredicate(predicate)))
            .addOperators(
                Operator.newBuilder()
                    .setProject(Project.newBuilder().addExpressions(textToTimestamp())))
            .build();
    SubPlan stated = JavaRules.stated(plan);
    Call inner =
        stated.getOperators(0).getFilter().getPredicate().getCall().getArguments(0).getCall();
    assertEquals(stated(hour(ZONE)).getJavaRules(), inner.getJavaRules());
    assertNotEquals(
        0, stated.getOperators(1).getProject().getExpressions(0).getCall().getTextZoneRules());
    assertEquals(stated, JavaRules.stated(stated));
    assertNotEquals(0, JavaRules.ofPlan(plan));
    assertEquals(JavaRules.ofPlan(plan), JavaRules.ofPlan(stated));
    assertEquals(0, JavaRules.ofPlan(SubPlan.getDefaultInstance()));
  }
}
