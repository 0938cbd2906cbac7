package org.apache.spark.sql.hbase.engine.expression.time;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.PlainFamily;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Functions of DATE. */
public final class DateFunctions implements PlainFamily {
  private static final Set<Function> PLAIN =
      Collections.unmodifiableSet(
          EnumSet.of(
              Function.YEAR,
              Function.MONTH,
              Function.DAY_OF_MONTH,
              Function.QUARTER,
              Function.DAY_OF_WEEK,
              Function.DAY_OF_YEAR,
              Function.WEEK_OF_YEAR,
              Function.YEAR_OF_WEEK,
              Function.WEEKDAY,
              Function.LAST_DAY,
              Function.DATE_ADD,
              Function.DATE_SUB,
              Function.DATE_DIFF,
              Function.NEXT_DAY));

  @Override
  public Set<Function> functions() {
    return EnumSet.of(
        Function.YEAR,
        Function.MONTH,
        Function.DAY_OF_MONTH,
        Function.QUARTER,
        Function.DAY_OF_WEEK,
        Function.DAY_OF_YEAR,
        Function.WEEK_OF_YEAR,
        Function.YEAR_OF_WEEK,
        Function.WEEKDAY,
        Function.LAST_DAY,
        Function.DATE_ADD,
        Function.DATE_SUB,
        Function.DATE_DIFF,
        Function.ADD_MONTHS,
        Function.NEXT_DAY,
        Function.TRUNC,
        Function.MAKE_DATE);
  }

  @Override
  public boolean supports(TypedCall call) {
    return switch (call.function()) {
      case LAST_DAY -> call.is(SqlType.DATE, SqlType.DATE);
      case DATE_ADD, DATE_SUB ->
          call.is(SqlType.DATE, SqlType.DATE, SqlType.INT)
              || call.is(SqlType.DATE, SqlType.DATE, SqlType.SMALLINT)
              || call.is(SqlType.DATE, SqlType.DATE, SqlType.TINYINT);
      case ADD_MONTHS -> call.is(SqlType.DATE, SqlType.DATE, SqlType.INT);
      case DATE_DIFF -> call.is(SqlType.INT, SqlType.DATE, SqlType.DATE);
      case NEXT_DAY -> hasText(call) && NextDay.dayOfWeek(call.text(1)).isPresent();
      case TRUNC ->
          hasText(call)
              && TruncationUnit.of(call.text(1)).filter(TruncateDate::supports).isPresent();
      case MAKE_DATE ->
          call.hasMode() && call.is(SqlType.DATE, SqlType.INT, SqlType.INT, SqlType.INT);
      case YEAR,
          MONTH,
          DAY_OF_MONTH,
          QUARTER,
          DAY_OF_WEEK,
          DAY_OF_YEAR,
          WEEK_OF_YEAR,
          YEAR_OF_WEEK,
          WEEKDAY ->
          call.is(SqlType.INT, SqlType.DATE);
      default -> false;
    };
  }

  private static boolean hasText(TypedCall call) {
    return call.is(SqlType.DATE, SqlType.DATE, SqlType.STRING) && call.isValue(1);
  }

  @Override
  public VectorExpression compile(TypedCall call, Operands operands) {
    return switch (call.function()) {
      case DATE_ADD, DATE_SUB, DATE_DIFF, ADD_MONTHS ->
          new DateArithmetic(call.result(), call.function(), operands.at(0), operands.at(1));
      case NEXT_DAY -> new NextDay(NextDay.dayOfWeek(call.text(1)).orElseThrow(), operands.at(0));
      case TRUNC -> new TruncateDate(TruncationUnit.of(call.text(1)).orElseThrow(), operands.at(0));
      case MAKE_DATE -> new MakeDate(call.mode(), operands.all());
      default -> new DateField(call.function(), operands.at(0));
    };
  }

  @Override
  public boolean takesConstant(TypedCall call, int argument) {
    return argument == 1
        && (call.function() == Function.NEXT_DAY || call.function() == Function.TRUNC);
  }

  @Override
  public Set<Function> plain() {
    return PLAIN;
  }

  /** Months, quarters and years can lead out of the range of dates, in every mode. */
  @Override
  public boolean mayRaise(TypedCall call) {
    return call.function() == Function.TRUNC
        ? TruncateDate.mayRaise(TruncationUnit.of(call.text(1)).orElseThrow())
        : PlainFamily.super.mayRaise(call);
  }

  @Override
  public boolean copies(TypedCall call, int argument) {
    return switch (call.function()) {
      case ADD_MONTHS, MAKE_DATE, TRUNC -> false;
      default -> PlainFamily.super.copies(call, argument);
    };
  }
}
