package org.apache.spark.sql.hbase.engine.expression.cast;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.arithmetic.IntegerWidth;
import org.apache.spark.sql.hbase.engine.expression.function.Arguments;
import org.apache.spark.sql.hbase.engine.expression.function.FunctionSpec;
import org.apache.spark.sql.hbase.engine.expression.function.Growth;
import org.apache.spark.sql.hbase.engine.expression.function.Nulls;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.nestedcast.NestedCasts;
import org.apache.spark.sql.hbase.engine.expression.textcast.TextCasts;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.ZoneOffsets;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** CAST; {@link CastRules} says between which types. */
public final class CastFunctions {
  /** A BOOLEAN element takes one byte, as text with a comma up to seven, as a decimal 24. */
  private static final int NESTED_GROWTH = 64;

  private static final FunctionSpec CAST =
      new FunctionSpec(
          Function.CAST,
          CastFunctions::isSupported,
          CastFunctions::mayRaise,
          Nulls.OF_ANY_ARGUMENT,
          call ->
              Growth.ofFirst(isNested(call) ? NESTED_GROWTH : 1, Growth.SHORT_TEXT_BYTES).of(call),
          // Texts are parsed as Java strings.
          Arguments.copied(0),
          CastJavaUse::of,
          CastFunctions::compile);

  public static final List<FunctionSpec> ALL = List.of(CAST);

  private static final NestedCasts NESTED = new NestedCasts(CAST);

  private CastFunctions() {}

  /** True of calls of any number of arguments. */
  private static boolean isNested(TypedCall call) {
    return call.types().stream().anyMatch(SqlType::isNested);
  }

  private static boolean isSupported(TypedCall call) {
    if (!call.hasMode() || call.argumentCount() != 1) {
      return false;
    }
    if (NestedCasts.isNested(call)) {
      return NESTED.isSupported(call);
    }
    return TextCasts.isText(call) ? TextCasts.isSupported(call) : CastRules.isSupported(call);
  }

  private static VectorExpression compile(TypedCall call, Operands operands) {
    SqlType from = call.type(0);
    SqlType to = call.result();
    if (NestedCasts.isNested(call)) {
      return NESTED.compile(call, operands.at(0));
    }
    if (TextCasts.isText(call)) {
      return TextCasts.compile(call, operands.at(0));
    }
    boolean isTimeToNumber = from.equals(SqlType.TIMESTAMP) && IntegerWidth.isNumber(to);
    VectorExpression operand = isTimeToNumber ? seconds(to, operands.at(0)) : operands.at(0);
    if (from.equals(SqlType.DATE) && CastRules.isNumberOrBoolean(to)) {
      return new CastToNull(to, operand);
    }
    return switch (to.kind()) {
      case BOOLEAN -> new CastToBoolean(operand);
      case TINYINT, SMALLINT, INT, BIGINT ->
          new CastToInteger(to, isTimeToNumber ? notWrapping(call.mode()) : call.mode(), operand);
      case FLOAT, DOUBLE -> new CastToFloating(to, operand);
      case DECIMAL -> new CastToDecimal(to, call.mode(), operand);
      case DATE, TIMESTAMP_NTZ -> CastTime.of(to, call.mode(), ZoneOffsets.of(call, from), operand);
      case TIMESTAMP -> toTimestamp(call, operand);
      case STRING, BINARY, STRUCT, ARRAY, MAP ->
          throw new IllegalArgumentException("no cast: " + from + " to " + to);
    };
  }

  private static VectorExpression toTimestamp(TypedCall call, VectorExpression operand) {
    SqlType to = call.result();
    return switch (call.type(0).kind()) {
      case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT -> CastTime.of(to, call.mode(), null, operand);
      case FLOAT, DOUBLE, DECIMAL -> new NumberToTimestamp(call.mode(), operand);
      default -> CastTime.of(to, call.mode(), ZoneOffsets.of(call, to), operand);
    };
  }

  /** A TIMESTAMP is a number of seconds: whole ones for integers, which are rounded down. */
  private static VectorExpression seconds(SqlType to, VectorExpression timestamp) {
    if (IntegerWidth.isInteger(to)) {
      return CastTime.of(SqlType.BIGINT, OverflowMode.RAISE, null, timestamp);
    }
    return to.kind() == SqlType.Kind.DECIMAL
        ? new ExactSeconds(timestamp)
        : new FractionalSeconds(timestamp);
  }

  /** Seconds that do not fit an integer give NULL in LEGACY mode, unlike numbers. */
  private static OverflowMode notWrapping(OverflowMode mode) {
    return mode == OverflowMode.WRAP ? OverflowMode.NULL : mode;
  }

  /** Dates and timestamps that become timestamps raise in LEGACY mode too. */
  private static boolean mayRaise(TypedCall call) {
    if (NestedCasts.isNested(call)) {
      return NESTED.mayRaise(call);
    }
    if (TextCasts.isText(call)) {
      return TextCasts.mayRaise(call);
    }
    SqlType to = call.result();
    boolean raisesInLegacyMode =
        !CastRules.isNumberOrBoolean(call.type(0))
            && (to.equals(SqlType.TIMESTAMP) || to.equals(SqlType.TIMESTAMP_NTZ));
    return (call.isAnsi() || call.mode() == OverflowMode.WRAP && raisesInLegacyMode)
        && !CastRules.alwaysSucceeds(call.type(0), to);
  }
}
