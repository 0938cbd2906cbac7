package org.apache.spark.sql.hbase.engine.expression.time;

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
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Functions of DATE. */
public final class DateFunctions {
  private static final Types DAYS_LATER =
      Types.of(SqlType.DATE, SqlType.DATE, SqlType.INT)
          .or(Types.of(SqlType.DATE, SqlType.DATE, SqlType.SMALLINT))
          .or(Types.of(SqlType.DATE, SqlType.DATE, SqlType.TINYINT));

  private static final Types WITH_TEXT =
      Types.of(SqlType.DATE, SqlType.DATE, SqlType.STRING).and(call -> call.isValue(1));

  public static final List<FunctionSpec> ALL =
      List.of(
          field(Function.YEAR, SqlType.INT),
          field(Function.MONTH, SqlType.INT),
          field(Function.DAY_OF_MONTH, SqlType.INT),
          field(Function.QUARTER, SqlType.INT),
          field(Function.DAY_OF_WEEK, SqlType.INT),
          field(Function.DAY_OF_YEAR, SqlType.INT),
          field(Function.WEEK_OF_YEAR, SqlType.INT),
          field(Function.YEAR_OF_WEEK, SqlType.INT),
          field(Function.WEEKDAY, SqlType.INT),
          field(Function.LAST_DAY, SqlType.DATE),
          arithmetic(Function.DATE_ADD, DAYS_LATER, Errors.NEVER),
          arithmetic(Function.DATE_SUB, DAYS_LATER, Errors.NEVER),
          arithmetic(
              Function.DATE_DIFF, Types.of(SqlType.INT, SqlType.DATE, SqlType.DATE), Errors.NEVER),
          // Months can lead out of the range of dates, in every mode.
          arithmetic(
              Function.ADD_MONTHS,
              Types.of(SqlType.DATE, SqlType.DATE, SqlType.INT),
              Errors.POSSIBLE),
          function(
              Function.NEXT_DAY,
              WITH_TEXT.and(call -> NextDay.dayOfWeek(call.text(1)).isPresent()),
              Errors.NEVER,
              Arguments.constant(1),
              (call, operands) ->
                  new NextDay(NextDay.dayOfWeek(call.text(1)).orElseThrow(), operands.at(0))),
          // The first day of a quarter or year can be out of the range of dates, in every mode.
          function(
              Function.TRUNC,
              WITH_TEXT.and(
                  call ->
                      TruncationUnit.of(call.text(1)).filter(TruncateDate::supports).isPresent()),
              call -> TruncateDate.mayRaise(unit(call)),
              Arguments.constant(1),
              (call, operands) -> new TruncateDate(unit(call), operands.at(0))),
          function(
              Function.MAKE_DATE,
              Types.of(SqlType.DATE, SqlType.INT, SqlType.INT, SqlType.INT).and(TypedCall::hasMode),
              Errors.POSSIBLE,
              Arguments.PLAIN,
              (call, operands) -> new MakeDate(call.mode(), operands.all())));

  private DateFunctions() {}

  private static FunctionSpec field(Function function, SqlType result) {
    return function(
        function,
        Types.of(result, SqlType.DATE),
        Errors.NEVER,
        Arguments.PLAIN,
        (call, operands) -> new DateField(function, operands.at(0)));
  }

  private static FunctionSpec arithmetic(Function function, Types types, Errors errors) {
    return function(
        function,
        types,
        errors,
        Arguments.PLAIN,
        (call, operands) ->
            new DateArithmetic(call.result(), function, operands.at(0), operands.at(1)));
  }

  private static FunctionSpec function(
      Function function,
      Types types,
      Errors errors,
      Arguments arguments,
      FunctionSpec.Compilation compilation) {
    return new FunctionSpec(
        function,
        types,
        errors,
        Nulls.OF_ANY_ARGUMENT,
        Growth.FIXED,
        arguments,
        JavaUse.NOTHING,
        compilation);
  }

  private static TruncationUnit unit(TypedCall call) {
    return TruncationUnit.of(call.text(1)).orElseThrow();
  }
}
