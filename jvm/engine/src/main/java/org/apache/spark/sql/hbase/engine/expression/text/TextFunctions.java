package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.FunctionFamily;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * Functions of STRING, and of BINARY where the same function exists for it. What makes values
 * longer does so by a bounded factor, because a batch of results is held in memory.
 */
public final class TextFunctions implements FunctionFamily {
  /**
   * Times that a value can be repeated, or that a replacement can be longer than what it replaces.
   */
  static final int MAX_GROWTH = 16;

  /** Code points that a value can be filled up to. */
  static final int MAX_PADDED_LENGTH = 1024;

  @Override
  public Set<Function> functions() {
    return EnumSet.of(
        Function.STARTS_WITH,
        Function.ENDS_WITH,
        Function.CONTAINS,
        Function.SUBSTRING,
        Function.LENGTH,
        Function.OCTET_LENGTH,
        Function.BIT_LENGTH,
        Function.CONCAT,
        Function.TRIM,
        Function.TRIM_LEFT,
        Function.TRIM_RIGHT,
        Function.REPLACE,
        Function.POSITION,
        Function.PAD_LEFT,
        Function.PAD_RIGHT,
        Function.REVERSE,
        Function.REPEAT,
        Function.TRANSLATE,
        Function.SPLIT_PART,
        Function.SPLIT_ITEM,
        Function.FIND_IN_SET,
        Function.CONCAT_WITH_SEPARATOR,
        Function.SUBSTRING_INDEX);
  }

  @Override
  public boolean supports(TypedCall call) {
    SqlType text = SqlType.STRING;
    return switch (call.function()) {
      case STARTS_WITH, ENDS_WITH, CONTAINS -> call.is(SqlType.BOOLEAN, text, text);
      case SUBSTRING ->
          call.is(text, text, SqlType.INT, SqlType.INT)
              || call.is(SqlType.BINARY, SqlType.BINARY, SqlType.INT, SqlType.INT);
      case LENGTH, OCTET_LENGTH, BIT_LENGTH ->
          call.is(SqlType.INT, text) || call.is(SqlType.INT, SqlType.BINARY);
      case CONCAT ->
          (call.result().equals(text) || call.result().equals(SqlType.BINARY))
              && call.allAre(call.result());
      case TRIM, TRIM_LEFT, TRIM_RIGHT -> call.is(text, text) || call.is(text, text, text);
      case REPLACE -> call.is(text, text, text, text) && isShortReplacement(call);
      case POSITION -> call.is(SqlType.INT, text, text, SqlType.INT) && call.isValue(2);
      case PAD_LEFT, PAD_RIGHT ->
          call.is(text, text, SqlType.INT, text) && isAtMost(MAX_PADDED_LENGTH, call, 1);
      case REVERSE -> call.is(text, text);
      case REPEAT -> call.is(text, text, SqlType.INT) && isAtMost(MAX_GROWTH, call, 1);
      case TRANSLATE -> call.is(text, text, text, text) && call.isValue(1) && call.isValue(2);
      case SPLIT_PART -> call.is(text, text, text, SqlType.INT);
      case SPLIT_ITEM -> call.hasMode() && call.is(text, text, text, SqlType.INT);
      case FIND_IN_SET -> call.is(SqlType.INT, text, text);
      case CONCAT_WITH_SEPARATOR -> call.result().equals(text) && call.allAre(text);
      case SUBSTRING_INDEX -> call.is(text, text, text, SqlType.INT);
      default -> false;
    };
  }

  private static boolean isAtMost(long limit, TypedCall call, int argument) {
    return call.isValue(argument) && call.constant(argument).low() <= limit;
  }

  private static boolean isShortReplacement(TypedCall call) {
    return call.isValue(1)
        && call.isValue(2)
        && call.constant(2).bytes().length
            <= (long) MAX_GROWTH * Math.max(1, call.constant(1).bytes().length);
  }

  @Override
  public VectorExpression compile(TypedCall call, Operands operands) {
    SqlType type = call.result();
    return switch (call.function()) {
      case STARTS_WITH, ENDS_WITH, CONTAINS, LENGTH, OCTET_LENGTH, BIT_LENGTH, FIND_IN_SET ->
          new NumberOfText(type, rule(call), operands.all());
      case SUBSTRING -> new SubstringExpression(type, operands.all());
      case CONCAT -> new ConcatExpression(type, operands.all());
      case TRIM, TRIM_LEFT, TRIM_RIGHT -> new TrimExpression(call.function(), operands.all());
      case REPLACE ->
          new ReplaceExpression(operands.at(0), call.constant(1).bytes(), call.constant(2).bytes());
      case POSITION -> new NumberOfText(type, rule(call), List.of(operands.at(0), operands.at(1)));
      case PAD_LEFT -> PadExpression.left(operands.at(0), call.constant(1).low(), operands.at(2));
      case PAD_RIGHT -> PadExpression.right(operands.at(0), call.constant(1).low(), operands.at(2));
      case REVERSE -> new ReverseExpression(operands.at(0));
      case REPEAT -> new RepeatExpression(operands.at(0), call.constant(1).low());
      case TRANSLATE ->
          new TranslateExpression(
              operands.at(0), call.constant(1).bytes(), call.constant(2).bytes());
      case SPLIT_PART -> new SplitExpression(PartNumber.OF_SPLIT_PART, operands.all());
      case SPLIT_ITEM ->
          new SplitExpression(
              call.isAnsi() ? PartNumber.OF_ARRAY_IN_ANSI_MODE : PartNumber.OF_ARRAY,
              operands.all());
      case CONCAT_WITH_SEPARATOR -> new ConcatWithSeparator(operands.all());
      default -> new SubstringIndexExpression(operands.all());
    };
  }

  private static NumberOfText.Rule rule(TypedCall call) {
    boolean isText = call.type(0).equals(SqlType.STRING);
    return switch (call.function()) {
      case STARTS_WITH ->
          (a, start, end, b, from, to) -> toLong(ByteSearch.isAt(a, start, end, b, from, to));
      case ENDS_WITH ->
          (a, start, end, b, from, to) -> toLong(ByteSearch.endsWith(a, start, end, b, from, to));
      case CONTAINS ->
          (a, start, end, b, from, to) -> toLong(ByteSearch.find(a, start, end, b, from, to) >= 0);
      case BIT_LENGTH -> (a, start, end, b, from, to) -> (end - start) * Byte.SIZE;
      case LENGTH ->
          isText
              ? (a, start, end, b, from, to) -> Utf8.length(a, start, end)
              : (a, start, end, b, from, to) -> end - start;
      case FIND_IN_SET ->
          (a, start, end, b, from, to) -> ByteSearch.positionInList(a, start, end, b, from, to);
      case POSITION -> position(call.constant(2).low());
      default -> (a, start, end, b, from, to) -> end - start;
    };
  }

  /** 0 where nothing is found, and for every text if the search starts before position 1. */
  private static NumberOfText.Rule position(long first) {
    return (a, start, end, b, from, to) ->
        first < 1 ? 0 : 1 + Utf8.indexOf(a, start, end, b, from, to, first - 1);
  }

  private static long toLong(boolean value) {
    return value ? 1 : 0;
  }

  /** Of a part, counted from 1, that is 0; of one beyond the others. */
  @Override
  public boolean mayRaise(TypedCall call) {
    return switch (call.function()) {
      case SPLIT_PART -> !call.isValue(2) || call.constant(2).low() == 0;
      case SPLIT_ITEM -> call.isAnsi();
      case STARTS_WITH,
          ENDS_WITH,
          CONTAINS,
          SUBSTRING,
          LENGTH,
          OCTET_LENGTH,
          BIT_LENGTH,
          CONCAT,
          TRIM,
          TRIM_LEFT,
          TRIM_RIGHT,
          REPLACE,
          POSITION,
          PAD_LEFT,
          PAD_RIGHT,
          REVERSE,
          REPEAT,
          TRANSLATE,
          FIND_IN_SET,
          CONCAT_WITH_SEPARATOR,
          SUBSTRING_INDEX ->
          false;
      default -> true;
    };
  }

  /** Text that is decoded or turned round; what is searched for in a text. */
  @Override
  public boolean copies(TypedCall call, int argument) {
    return switch (call.function()) {
      case TRANSLATE, REVERSE -> argument == 0;
      case SPLIT_PART, SPLIT_ITEM -> argument < 2;
      case CONTAINS, POSITION, SUBSTRING_INDEX, TRIM, TRIM_LEFT, TRIM_RIGHT -> argument == 1;
      case STARTS_WITH,
          ENDS_WITH,
          SUBSTRING,
          LENGTH,
          OCTET_LENGTH,
          BIT_LENGTH,
          CONCAT,
          REPLACE,
          PAD_LEFT,
          PAD_RIGHT,
          REPEAT,
          FIND_IN_SET,
          CONCAT_WITH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  @Override
  public boolean takesConstant(TypedCall call, int argument) {
    return switch (call.function()) {
      case REPLACE, TRANSLATE -> argument > 0;
      default -> false;
    };
  }
}
