package org.apache.spark.sql.hbase.engine.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.Emission;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.engine.expression.Functions;
import org.apache.spark.sql.hbase.engine.expression.function.ResultGrowth;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.ArrowColumn;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

/** No call makes longer values than {@link ResultGrowth} says, whatever the values. */
class TestResultGrowth {
  private static final int CALLS_PER_FUNCTION = 12;

  /** Functions with a result of variable length, for the types of the table. */
  private static final Set<Function> VARIABLE =
      EnumSet.of(
          Function.CAST,
          Function.CASE_WHEN,
          Function.COALESCE,
          Function.GREATEST,
          Function.LEAST,
          Function.SUBSTRING,
          Function.UPPER,
          Function.LOWER,
          Function.CONCAT,
          Function.TRIM,
          Function.TRIM_LEFT,
          Function.TRIM_RIGHT,
          Function.REPLACE,
          Function.PAD_LEFT,
          Function.PAD_RIGHT,
          Function.REVERSE,
          Function.REPEAT,
          Function.TRANSLATE,
          Function.SPLIT_PART,
          Function.CONCAT_WITH_SEPARATOR,
          Function.SUBSTRING_INDEX,
          Function.OVERLAY,
          Function.HEX,
          Function.UNHEX,
          Function.BINARY_DIGITS,
          Function.CHARACTER,
          Function.BASE64,
          Function.SPLIT_ITEM,
          Function.REGEXP_REPLACE,
          Function.REGEXP_EXTRACT,
          Function.MD5,
          Function.SHA1,
          Function.SHA2,
          Function.DATE_FORMAT,
          Function.GET_STRUCT_FIELD,
          Function.GET_ARRAY_ITEM,
          Function.ELEMENT_AT,
          Function.GET_ARRAY_STRUCT_FIELDS,
          Function.NARROW,
          Function.ASSEMBLE_STRUCT);

  private final FixtureTable table = table(new Random(3));

  /** Beside short values those that grow: letters, bytes that are no UTF-8, many short elements. */
  private static FixtureTable table(Random random) {
    FixtureTable table = FuzzTable.of(FixtureTable.Layout.PACKED, random);
    List<byte[]> texts =
        List.of(
            "\u0390\u1fb7\ufb03\u0130\u0149".repeat(9).getBytes(StandardCharsets.UTF_8),
            new byte[] {-1, -2, 'a', -16, 'a', -61},
            "a".repeat(300).getBytes(StandardCharsets.UTF_8),
            ",".repeat(90).getBytes(StandardCharsets.UTF_8),
            "2024-02-29 11:12:13.123456".getBytes(StandardCharsets.UTF_8));
    for (int row = 0; row < texts.size(); row++) {
      Object[] values = new Object[2 * FuzzTable.TYPES.size()];
      values[0] = 1000L + row;
      for (int i = 1; i < values.length; i++) {
        values[i] = longValue(FuzzTable.TYPES.get(i % FuzzTable.TYPES.size()), texts.get(row));
      }
      table.add(values);
    }
    return table;
  }

  private static Object longValue(SqlType type, byte[] text) {
    return switch (type.kind()) {
      case BOOLEAN -> true;
      case FLOAT -> (double) -Float.MIN_NORMAL;
      case DOUBLE -> -Double.MIN_NORMAL;
      case STRING, BINARY -> text;
      case STRUCT -> FuzzTypes.value(type, "{\"x\":-2147483648}");
      case ARRAY ->
          FuzzTypes.value(
              type,
              type.equals(FuzzTypes.INTS)
                  ? "[" + "null,-2147483648,".repeat(50) + "1]"
                  : "[" + "{},null,".repeat(50) + "{\"name\":\"b\"}]");
      case MAP -> FuzzTypes.value(type, "{\"\":-2147483648,\"a\":null,\"b\":1}");
      case TIMESTAMP, TIMESTAMP_NTZ -> -62_135_596_800_000_001L;
      case DECIMAL -> -99_999_999L;
      default -> -100L;
    };
  }

  @Test
  void noCallMakesLongerValues() throws IOException {
    ValidCalls calls = new ValidCalls(table, new Random(4));
    Set<Function> seen = EnumSet.noneOf(Function.class);
    for (Function function : VARIABLE) {
      List<Expression> found = new ArrayList<>(calls.of(function, CALLS_PER_FUNCTION));
      found.addAll(seldomDrawn(function));
      for (Expression call : found) {
        if (TypedCall.of(call).result().physical() == SqlType.Physical.BYTES) {
          assertBounded(call);
          seen.add(function);
        }
      }
    }
    assertEquals(VARIABLE, seen);
  }

  private List<Expression> seldomDrawn(Function function) {
    Expression text = column(SqlType.STRING);
    return switch (function) {
      case CAST ->
          List.of(
              string(function, column(FuzzTypes.INTS)),
              string(function, column(FuzzTypes.POINTS)),
              string(function, column(FuzzTypes.COUNTS)),
              Plans.call(function, SqlType.array(SqlType.STRING), column(FuzzTypes.INTS)),
              Plans.call(function, SqlType.array(SqlType.decimal(38, 2)), column(FuzzTypes.INTS)));
      case CASE_WHEN -> List.of(string(function, column(SqlType.BOOLEAN), text, text));
      case GREATEST, LEAST -> List.of(string(function, text, text));
      case GET_STRUCT_FIELD ->
          List.of(string(function, column(FuzzTypes.POINT), Plans.integer(1, SqlType.INT)));
      case GET_ARRAY_ITEM, ELEMENT_AT ->
          List.of(
              Plans.call(
                  function,
                  FuzzTypes.POINT,
                  column(FuzzTypes.POINTS),
                  Plans.integer(1, SqlType.INT)));
      default -> List.of();
    };
  }

  private Expression column(SqlType type) {
    return Plans.column(table, FuzzTable.TYPES.indexOf(type));
  }

  @Test
  void onlyTheseFunctionsHaveSuchResults() {
    ValidCalls calls = new ValidCalls(table, new Random(5));
    Set<Function> others = EnumSet.allOf(Function.class);
    others.removeAll(VARIABLE);
    others.remove(Function.FUNCTION_UNSPECIFIED);
    others.remove(Function.UNRECOGNIZED);
    for (Function function : others) {
      for (Expression call : calls.of(function, 3)) {
        TypedCall typed = TypedCall.of(call);
        assertTrue(typed.result().physical() != SqlType.Physical.BYTES, typed::describe);
        assertEquals(0, Functions.growth(typed).constantBytes());
      }
    }
  }

  @Test
  void aFunctionWithoutABoundIsRefused() {
    for (Function function :
        EnumSet.of(Function.ABS, Function.YEAR, Function.FUNCTION_UNSPECIFIED)) {
      TypedCall call = TypedCall.of(string(function, column(SqlType.STRING)));
      PlanException e = assertThrows(PlanException.class, () -> Functions.growth(call));
      assertEquals(ErrorCode.UNSUPPORTED_FUNCTION, e.error().code());
    }
  }

  @Test
  void whatMakesValuesLongerMayDoSoAsMuchAsIsAllowed() throws IOException {
    Expression text = column(SqlType.STRING);
    Expression timestamp = column(SqlType.TIMESTAMP);
    String sixteen = "x".repeat(16);
    assertBounded(string(Function.REPEAT, text, Plans.integer(16, SqlType.INT)));
    assertBounded(string(Function.REPLACE, text, Plans.string("a"), Plans.string(sixteen)));
    assertBounded(
        string(Function.REGEXP_REPLACE, text, Plans.string("[a\ufffd]"), Plans.string(sixteen)));
    for (Function pad : List.of(Function.PAD_LEFT, Function.PAD_RIGHT)) {
      assertBounded(
          string(pad, text, Plans.integer(1024, SqlType.INT), Plans.string("\ud83d\ude00")));
    }
    assertBounded(
        string(Function.TRANSLATE, text, Plans.string("a,"), Plans.string("\ud83d\ude00b")));
    assertBounded(string(Function.CONCAT_WITH_SEPARATOR, text, text, text, text));
    assertBounded(string(Function.CONCAT, text, text, text));
    assertBounded(
        string(
            Function.OVERLAY,
            text,
            text,
            Plans.integer(2, SqlType.INT),
            Plans.integer(0, SqlType.INT)));
    assertBounded(zoned(timestamp, "yyyy-MM-dd HH:mm:ss.SSSSSS EEEE MMMM"));
    assertBounded(zoned(timestamp, "y"));
  }

  private static Expression string(Function function, Expression... arguments) {
    return Plans.call(function, SqlType.STRING, arguments);
  }

  private static Expression zoned(Expression timestamp, String pattern) {
    Expression call = string(Function.DATE_FORMAT, timestamp, Plans.string(pattern));
    Expression.Builder zoned = call.toBuilder();
    zoned.getCallBuilder().setTimeZone("America/Los_Angeles");
    return zoned.build();
  }

  /** The call beside its arguments; rows that raise an error are left out. */
  private void assertBounded(Expression call) throws IOException {
    List<Expression> outputs = new ArrayList<>(List.of(call));
    outputs.addAll(call.getCall().getArgumentsList());
    CompiledSubPlan plan = Plans.compile(table, Plans.project(outputs.toArray(Expression[]::new)));
    TypedCall typed = TypedCall.of(call);
    ResultGrowth growth = Functions.growth(typed);
    for (FixtureRow row : table.rows()) {
      EngineRun run;
      try {
        run = EngineRun.of(plan, new InMemoryRowSource(plan, List.of(row)), EngineRun.WIDE);
      } catch (EvaluationException e) {
        continue;
      }
      for (Emission emission : run.emissions()) {
        assertBounded(typed, growth, emission);
      }
    }
  }

  private static void assertBounded(TypedCall call, ResultGrowth growth, Emission emission) {
    long most = growth.constantBytes();
    for (int i = 0; i < call.argumentCount(); i++) {
      most += growth.factor(i) * length(emission.columns().get(i + 1));
    }
    long length = length(emission.columns().get(0));
    assertTrue(length <= most, length + " > " + most + " " + call.describe() + " " + growth);
  }

  private static int length(ArrowColumn value) {
    return SqlTypes.of(value.type()).physical() == SqlType.Physical.BYTES
        ? value.bytesLength(0)
        : 0;
  }
}
