package org.apache.spark.sql.hbase.engine.fuzz;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.expression.SupportedExpressions;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.plan.SubPlans;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Literal;

/**
 * Finds calls that the engine accepts without knowing what functions there are: draws arguments
 * until the capability list has no objection. So a new function is fuzzed from the day it is in the
 * contract.
 */
final class ValidCalls {
  private static final int MAX_ATTEMPTS = 300_000;
  private static final int MAX_ARGUMENTS = 5;
  private static final List<EvalMode> MODES =
      List.of(EvalMode.EVAL_MODE_UNSPECIFIED, EvalMode.ANSI, EvalMode.LEGACY, EvalMode.TRY);

  /** Constants that some function wants to see: units, patterns, formats, zones. */
  private static final List<String> TEXTS =
      List.of("DAY", "a%", "a.*", "yyyy-MM-dd", "a", "", "UTC", "MO", "MONTH", "\\", ",");

  /** The second one is a Bloom filter. */
  private static final List<ByteString> BYTES =
      List.of(
          ByteString.copyFrom(new byte[] {1, 2}),
          ByteString.fromHex("00000001000000120000000219b6d92a6fd9e197e4da4d019f6cd49b"));

  /**
   * Result and arguments of functions that want types which are seldom drawn together; draws of
   * other types go on beside them.
   */
  private static final Map<Function, List<SqlType>> SHAPES =
      Map.ofEntries(
          shape(Function.SECOND_WITH_FRACTION, SqlType.decimal(8, 6), SqlType.TIMESTAMP),
          shape(
              Function.MONTHS_BETWEEN,
              SqlType.DOUBLE,
              SqlType.TIMESTAMP,
              SqlType.TIMESTAMP,
              SqlType.BOOLEAN),
          shape(Function.DATE_FORMAT, SqlType.STRING, SqlType.TIMESTAMP, SqlType.STRING),
          shape(
              Function.ADD_INTERVAL,
              SqlType.TIMESTAMP,
              SqlType.TIMESTAMP,
              SqlType.INT,
              SqlType.INT,
              SqlType.BIGINT),
          shape(
              Function.TIMESTAMP_ADD,
              SqlType.TIMESTAMP,
              SqlType.STRING,
              SqlType.BIGINT,
              SqlType.TIMESTAMP),
          shape(
              Function.TIMESTAMP_DIFF,
              SqlType.BIGINT,
              SqlType.STRING,
              SqlType.TIMESTAMP,
              SqlType.TIMESTAMP),
          shape(
              Function.WIDTH_BUCKET,
              SqlType.BIGINT,
              SqlType.DOUBLE,
              SqlType.DOUBLE,
              SqlType.DOUBLE,
              SqlType.BIGINT),
          shape(Function.TRUNC, SqlType.DATE, SqlType.DATE, SqlType.STRING),
          shape(Function.NEXT_DAY, SqlType.DATE, SqlType.DATE, SqlType.STRING),
          shape(Function.DATE_TRUNC, SqlType.TIMESTAMP, SqlType.STRING, SqlType.TIMESTAMP),
          shape(Function.PARSE_TIMESTAMP, SqlType.TIMESTAMP, SqlType.STRING, SqlType.STRING),
          shape(Function.GET_STRUCT_FIELD, SqlType.INT, FuzzTypes.POINT, SqlType.INT),
          shape(
              Function.GET_ARRAY_STRUCT_FIELDS,
              SqlType.array(SqlType.STRING),
              FuzzTypes.POINTS,
              SqlType.INT),
          shape(Function.ARRAY_CONTAINS, SqlType.BOOLEAN, FuzzTypes.INTS, SqlType.INT),
          shape(Function.UNSCALED_VALUE, SqlType.BIGINT, SqlType.decimal(12, 2)),
          shape(Function.LIKE, SqlType.BOOLEAN, SqlType.STRING, SqlType.STRING),
          shape(Function.RLIKE, SqlType.BOOLEAN, SqlType.STRING, SqlType.STRING),
          shape(Function.SHA2, SqlType.STRING, SqlType.BINARY, SqlType.INT),
          shape(Function.BASE64, SqlType.STRING, SqlType.BINARY, SqlType.BOOLEAN),
          shape(
              Function.REGEXP_EXTRACT, SqlType.STRING, SqlType.STRING, SqlType.STRING, SqlType.INT),
          shape(Function.MIGHT_CONTAIN, SqlType.BOOLEAN, SqlType.BINARY, SqlType.BIGINT),
          shape(
              Function.ASSEMBLE_STRUCT,
              SqlType.struct(
                  List.of(
                      new SqlType.Field("a", SqlType.INT), new SqlType.Field("b", SqlType.STRING))),
              SqlType.INT,
              SqlType.STRING));

  private final FixtureTable table;
  private final Random random;

  private static Map.Entry<Function, List<SqlType>> shape(Function function, SqlType... types) {
    return Map.entry(function, List.of(types));
  }

  ValidCalls(FixtureTable table, Random random) {
    this.table = table;
    this.random = random;
  }

  /** Up to {@code wanted} calls; none if the search finds none. */
  List<Expression> of(Function function, int wanted) {
    List<Expression> found = new ArrayList<>();
    for (int i = 0; i < MAX_ATTEMPTS && found.size() < wanted; i++) {
      Expression candidate = draw(function);
      if (SupportedExpressions.refusal(candidate).isEmpty() && compiles(candidate)) {
        found.add(candidate);
      }
    }
    return found;
  }

  private boolean compiles(Expression expression) {
    try {
      CompiledSubPlan.compile(
          SubPlans.parse(Plans.plan(table, Plans.project(expression)).toByteArray()));
      return true;
    } catch (PlanException e) {
      return false;
    }
  }

  private Expression draw(Function function) {
    Call.Builder call =
        Call.newBuilder().setFunction(function).setEvalMode(MODES.get(random.nextInt(4)));
    if (random.nextBoolean()) {
      call.setTimeZone("America/Los_Angeles");
    }
    List<SqlType> shape = SHAPES.get(function);
    if (shape != null && random.nextBoolean()) {
      shape.stream()
          .skip(1)
          .forEach(type -> call.addArguments(random.nextBoolean() ? literal(type) : column(type)));
      return call(shape.get(0), call);
    }
    SqlType theme = anyType();
    int count = 1 + random.nextInt(MAX_ARGUMENTS);
    for (int i = 0; i < count; i++) {
      SqlType type = type(theme);
      call.addArguments(random.nextInt(3) == 0 ? literal(type) : column(type));
    }
    SqlType result = theme.isNested() && random.nextInt(4) == 0 ? part() : type(theme);
    if (result.kind() == SqlType.Kind.DECIMAL && random.nextBoolean()) {
      int precision = 1 + random.nextInt(SqlType.MAX_PRECISION);
      result = SqlType.decimal(precision, random.nextInt(precision + 1));
    }
    return call(result, call);
  }

  private static Expression call(SqlType result, Call.Builder call) {
    return Expression.newBuilder().setType(SqlTypes.toWire(result)).setCall(call).build();
  }

  /** Most functions want arguments of one type, or beside it a position, a count or a pattern. */
  private SqlType type(SqlType theme) {
    return switch (random.nextInt(8)) {
      case 0, 1, 2, 3 -> theme;
      case 4, 5 -> SqlType.INT;
      case 6 -> SqlType.STRING;
      default -> anyType();
    };
  }

  private SqlType anyType() {
    return FuzzTable.TYPES.get(random.nextInt(FuzzTable.TYPES.size()));
  }

  private SqlType part() {
    return FuzzTypes.PARTS.get(random.nextInt(FuzzTypes.PARTS.size()));
  }

  private Expression column(SqlType type) {
    int ordinal =
        FuzzTable.TYPES.indexOf(type) + (random.nextBoolean() ? 0 : FuzzTable.TYPES.size());
    return Plans.column(table, ordinal);
  }

  private Expression literal(SqlType type) {
    if (type.isNested()) {
      return column(type);
    }
    Literal.Builder literal = Literal.newBuilder();
    switch (type.kind()) {
      case BOOLEAN -> literal.setBoolean(random.nextBoolean());
      case FLOAT, DOUBLE -> literal.setFloating(random.nextInt(9) / 4.0);
      case DECIMAL ->
          literal.setDecimal(ByteString.copyFrom(new byte[] {(byte) random.nextInt(100)}));
      case STRING ->
          literal.setBinary(ByteString.copyFromUtf8(TEXTS.get(random.nextInt(TEXTS.size()))));
      case BINARY -> literal.setBinary(BYTES.get(random.nextInt(BYTES.size())));
      default -> literal.setInteger(random.nextInt(9) - 1);
    }
    return Expression.newBuilder().setType(SqlTypes.toWire(type)).setLiteral(literal).build();
  }
}
