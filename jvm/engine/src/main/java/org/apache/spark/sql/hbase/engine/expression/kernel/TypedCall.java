package org.apache.spark.sql.hbase.engine.expression.kernel;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.FloatingDigits;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * A call as a function looks at it: types, mode, zone and literals. Immutable.
 *
 * @param result type of the call
 * @param types of its arguments
 */
public record TypedCall(Call call, SqlType result, List<SqlType> types) {

  /** Makes a typed call of a validated expression that is a call. */
  public static TypedCall of(Expression expression) {
    Call call = expression.getCall();
    List<SqlType> types =
        call.getArgumentsList().stream().map(argument -> SqlTypes.of(argument.getType())).toList();
    return new TypedCall(call, SqlTypes.of(expression.getType()), types);
  }

  public Function function() {
    return call.getFunction();
  }

  public int argumentCount() {
    return types.size();
  }

  /** Type of an argument. */
  public SqlType type(int argument) {
    return types.get(argument);
  }

  /** True if the call gives {@code result} for arguments of exactly these types. */
  public boolean is(SqlType expectedResult, SqlType... expectedTypes) {
    return result.equals(expectedResult) && types.equals(List.of(expectedTypes));
  }

  /** True if every argument has the type. */
  public boolean allAre(SqlType type) {
    return types.stream().allMatch(type::equals);
  }

  /** True if the call says what to do where a result does not exist. */
  public boolean hasMode() {
    return switch (call.getEvalMode()) {
      case ANSI, LEGACY, TRY -> true;
      case EVAL_MODE_UNSPECIFIED, UNRECOGNIZED -> false;
    };
  }

  /** Returns the mode of a call for which {@link #hasMode} is true. */
  public OverflowMode mode() {
    return OverflowMode.of(call.getEvalMode());
  }

  public boolean isAnsi() {
    return call.getEvalMode() == EvalMode.ANSI;
  }

  /** The name of the call's time zone, maybe empty or unknown. */
  public String zone() {
    return call.getTimeZone();
  }

  /** True if the call names a time zone that this Java knows. */
  public boolean hasZone() {
    try {
      ZoneId.of(zone());
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  /** False if the call states digits of FLOAT and DOUBLE that this Java does not have. */
  public boolean hasDigitsOfThisJava() {
    return call.getFloatingDigits() == FloatingDigits.FLOATING_DIGITS_UNSPECIFIED
        || call.getFloatingDigits() == JavaDigits.own();
  }

  /** False if the call states rules of the time zones in texts that this Java does not have. */
  public boolean hasTextZonesOfThisJava() {
    return call.getTextZoneRules() == 0 || call.getTextZoneRules() == ZoneDigests.ofAll();
  }

  /** True if an argument is a literal and not NULL. */
  public boolean isValue(int argument) {
    Expression expression = call.getArguments(argument);
    return expression.hasLiteral() && !expression.getLiteral().hasNull();
  }

  /** True if every argument but the first is a literal, or if a list of values is the second. */
  public boolean isListOfConstants() {
    return hasValues() || call.getArgumentsList().stream().skip(1).allMatch(Expression::hasLiteral);
  }

  private boolean hasValues() {
    return argumentCount() == 2 && call.getArguments(1).hasValues();
  }

  /** The value of an argument that is a literal. */
  public Constant constant(int argument) {
    return Constant.of(call.getArguments(argument).getLiteral(), type(argument));
  }

  /** The values behind the first argument, of a call that {@link #isListOfConstants}. */
  public Stream<Constant> listedConstants() {
    return hasValues()
        ? Constant.allOf(call.getArguments(1).getValues(), type(1))
        : IntStream.range(1, argumentCount()).mapToObj(this::constant);
  }

  /** Whether NULL is among these values. */
  public boolean listsNull() {
    return hasValues()
        ? call.getArguments(1).getValues().getHasNull()
        : call.getArgumentsList().stream()
            .skip(1)
            .anyMatch(argument -> argument.getLiteral().hasNull());
  }

  /** The UTF-8 text of an argument that is a STRING literal and not NULL. */
  public String text(int argument) {
    return call.getArguments(argument).getLiteral().getBinary().toStringUtf8();
  }

  /** Returns the call in the manner of SQL, types instead of arguments, for a refusal. */
  public String describe() {
    String zone = zone().isEmpty() || hasZone() ? "" : " in unknown zone " + zone();
    String mode = call.getEvalMode() == EvalMode.ANSI ? " in ANSI mode" : "";
    String digits = hasDigitsOfThisJava() ? "" : " in digits of another Java version";
    String arguments = types.stream().map(SqlType::toString).collect(Collectors.joining(", "));
    String target = function() == Function.CAST ? " AS " + result : "";
    return name() + "(" + arguments + target + ")" + zone + mode + digits;
  }

  private String name() {
    return function() == Function.PARSE_TIMESTAMP ? "TO_TIMESTAMP" : function().name();
  }
}
