package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.function.Arguments;
import org.apache.spark.sql.hbase.engine.expression.function.Errors;
import org.apache.spark.sql.hbase.engine.expression.function.FunctionSpec;
import org.apache.spark.sql.hbase.engine.expression.function.Growth;
import org.apache.spark.sql.hbase.engine.expression.function.JavaUse;
import org.apache.spark.sql.hbase.engine.expression.function.Nulls;
import org.apache.spark.sql.hbase.engine.expression.function.ResultGrowth;
import org.apache.spark.sql.hbase.engine.expression.function.Types;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * Functions of STRING, and of BINARY where the same function exists for it. What makes values
 * longer does so by a bounded factor, because a batch of results is held in memory.
 */
public final class TextFunctions {
  /**
   * Times that a value can be repeated, or that a replacement can be longer than what it replaces.
   */
  static final int MAX_GROWTH = 16;

  /** Code points that a value can be filled up to. */
  static final int MAX_PADDED_LENGTH = 1024;

  private static final SqlType TEXT = SqlType.STRING;
  private static final Types TEXT_OF_TEXT = Types.of(TEXT, TEXT);
  private static final Types INT_OF_TEXT = Types.of(SqlType.INT, TEXT);
  private static final Types TEXT_OF_THREE = Types.of(TEXT, TEXT, TEXT, TEXT);
  private static final Types TEXT_OF_TWO_AND_COUNT = Types.of(TEXT, TEXT, TEXT, SqlType.INT);
  private static final Types BOOLEAN_OF_TWO = Types.of(SqlType.BOOLEAN, TEXT, TEXT);

  /** A part of the first argument, in its bytes. */
  private static final Growth PART = Growth.ofFirst(1, 0);

  private static final Growth DECODED_PART = Growth.ofFirst(Growth.DECODED, 0);

  public static final List<FunctionSpec> ALL =
      List.of(
          number(
              Function.STARTS_WITH,
              BOOLEAN_OF_TWO,
              Arguments.PLAIN,
              (a, start, end, b, from, to) -> toLong(ByteSearch.isAt(a, start, end, b, from, to))),
          number(
              Function.ENDS_WITH,
              BOOLEAN_OF_TWO,
              Arguments.PLAIN,
              (a, start, end, b, from, to) ->
                  toLong(ByteSearch.endsWith(a, start, end, b, from, to))),
          number(
              Function.CONTAINS,
              BOOLEAN_OF_TWO,
              Arguments.copied(1),
              (a, start, end, b, from, to) ->
                  toLong(ByteSearch.find(a, start, end, b, from, to) >= 0)),
          function(
              Function.SUBSTRING,
              Types.of(TEXT, TEXT, SqlType.INT, SqlType.INT)
                  .or(Types.of(SqlType.BINARY, SqlType.BINARY, SqlType.INT, SqlType.INT)),
              PART,
              Arguments.PLAIN,
              (call, operands) -> new SubstringExpression(call.result(), operands.all())),
          function(
              Function.LENGTH,
              INT_OF_TEXT.or(Types.of(SqlType.INT, SqlType.BINARY)),
              Growth.FIXED,
              Arguments.PLAIN,
              (call, operands) ->
                  new NumberOfText(call.result(), length(call.type(0)), operands.all())),
          number(
              Function.OCTET_LENGTH,
              INT_OF_TEXT.or(Types.of(SqlType.INT, SqlType.BINARY)),
              Arguments.PLAIN,
              (a, start, end, b, from, to) -> end - start),
          number(
              Function.BIT_LENGTH,
              INT_OF_TEXT.or(Types.of(SqlType.INT, SqlType.BINARY)),
              Arguments.PLAIN,
              (a, start, end, b, from, to) -> (end - start) * Byte.SIZE),
          function(
              Function.CONCAT,
              call ->
                  (call.result().equals(TEXT) || call.result().equals(SqlType.BINARY))
                      && call.allAre(call.result()),
              Growth.OF_ALL,
              Arguments.PLAIN,
              (call, operands) -> new ConcatExpression(call.result(), operands.all())),
          trim(Function.TRIM),
          trim(Function.TRIM_LEFT),
          trim(Function.TRIM_RIGHT),
          function(
              Function.REPLACE,
              TEXT_OF_THREE.and(TextFunctions::isShortReplacement),
              Growth.ofFirst(
                  call -> 1 + Growth.textBytes(call, 2) / Math.max(1, Growth.textBytes(call, 1))),
              Arguments.constantFrom(1),
              (call, operands) ->
                  new ReplaceExpression(
                      operands.at(0), call.constant(1).bytes(), call.constant(2).bytes())),
          function(
              Function.POSITION,
              Types.of(SqlType.INT, TEXT, TEXT, SqlType.INT).and(call -> call.isValue(2)),
              Growth.FIXED,
              Arguments.copied(1),
              (call, operands) ->
                  new NumberOfText(
                      call.result(),
                      position(call.constant(2).low()),
                      List.of(operands.at(0), operands.at(1)))),
          pad(Function.PAD_LEFT, PadExpression::left),
          pad(Function.PAD_RIGHT, PadExpression::right),
          function(
              Function.REVERSE,
              TEXT_OF_TEXT,
              PART,
              Arguments.copied(0),
              (call, operands) -> new ReverseExpression(operands.at(0))),
          function(
              Function.REPEAT,
              Types.of(TEXT, TEXT, SqlType.INT).and(call -> isAtMost(MAX_GROWTH, call, 1)),
              Growth.ofFirst(call -> Math.max(1, Growth.number(call, 1))),
              Arguments.PLAIN,
              (call, operands) -> new RepeatExpression(operands.at(0), call.constant(1).low())),
          function(
              Function.TRANSLATE,
              TEXT_OF_THREE.and(call -> call.isValue(1) && call.isValue(2)),
              Growth.ofFirst(Growth.MAX_CODE_POINT_BYTES, 0),
              Arguments.copied(0).withConstantFrom(1),
              (call, operands) ->
                  new TranslateExpression(
                      operands.at(0), call.constant(1).bytes(), call.constant(2).bytes())),
          // A part, counted from 1, that is 0 is an error.
          new FunctionSpec(
              Function.SPLIT_PART,
              TEXT_OF_TWO_AND_COUNT,
              call -> !call.isValue(2) || call.constant(2).low() == 0,
              Nulls.OF_ANY_ARGUMENT,
              DECODED_PART,
              Arguments.copiedBefore(2),
              JavaUse.NOTHING,
              (call, operands) -> new SplitExpression(PartNumber.OF_SPLIT_PART, operands.all())),
          // In ANSI mode a part beyond the others is an error.
          new FunctionSpec(
              Function.SPLIT_ITEM,
              TEXT_OF_TWO_AND_COUNT.and(TypedCall::hasMode),
              Errors.IN_ANSI_MODE,
              Nulls.OF_ANY_ARGUMENT,
              DECODED_PART,
              Arguments.copiedBefore(2),
              JavaUse.NOTHING,
              (call, operands) ->
                  new SplitExpression(
                      call.isAnsi() ? PartNumber.OF_ARRAY_IN_ANSI_MODE : PartNumber.OF_ARRAY,
                      operands.all())),
          number(
              Function.FIND_IN_SET,
              Types.of(SqlType.INT, TEXT, TEXT),
              Arguments.PLAIN,
              (a, start, end, b, from, to) ->
                  ByteSearch.positionInList(a, start, end, b, from, to)),
          // Texts that are NULL are left out.
          new FunctionSpec(
              Function.CONCAT_WITH_SEPARATOR,
              call -> call.result().equals(TEXT) && call.allAre(TEXT),
              Errors.NEVER,
              Nulls.BY_OWN_RULE,
              call -> ResultGrowth.of(call, 0, i -> i == 0 ? call.argumentCount() : 1),
              Arguments.PLAIN,
              JavaUse.NOTHING,
              (call, operands) -> new ConcatWithSeparator(operands.all())),
          function(
              Function.SUBSTRING_INDEX,
              TEXT_OF_TWO_AND_COUNT,
              DECODED_PART,
              Arguments.copied(1),
              (call, operands) -> new SubstringIndexExpression(operands.all())),
          function(
              Function.OVERLAY,
              Types.of(TEXT, TEXT, TEXT, SqlType.INT, SqlType.INT)
                  .or(
                      Types.of(
                          SqlType.BINARY,
                          SqlType.BINARY,
                          SqlType.BINARY,
                          SqlType.INT,
                          SqlType.INT)),
              Growth.OF_ALL,
              Arguments.PLAIN,
              (call, operands) -> new OverlayExpression(call.result(), operands.all())));

  private TextFunctions() {}

  /** A function that never raises an error. */
  private static FunctionSpec function(
      Function function,
      Types types,
      Growth growth,
      Arguments arguments,
      FunctionSpec.Compilation compilation) {
    return new FunctionSpec(
        function,
        types,
        Errors.NEVER,
        Nulls.OF_ANY_ARGUMENT,
        growth,
        arguments,
        JavaUse.NOTHING,
        compilation);
  }

  private static FunctionSpec number(
      Function function, Types types, Arguments arguments, NumberOfText.Rule rule) {
    return function(
        function,
        types,
        Growth.FIXED,
        arguments,
        (call, operands) -> new NumberOfText(call.result(), rule, operands.all()));
  }

  private static FunctionSpec trim(Function function) {
    return function(
        function,
        TEXT_OF_TEXT.or(Types.of(TEXT, TEXT, TEXT)),
        PART,
        Arguments.copied(1),
        (call, operands) -> new TrimExpression(function, operands.all()));
  }

  private static FunctionSpec pad(Function function, Pad compilation) {
    return function(
        function,
        Types.of(TEXT, TEXT, SqlType.INT, TEXT).and(call -> isAtMost(MAX_PADDED_LENGTH, call, 1)),
        Growth.constant(call -> Growth.MAX_CODE_POINT_BYTES * Math.max(0, Growth.number(call, 1))),
        Arguments.PLAIN,
        (call, operands) ->
            compilation.compile(operands.at(0), call.constant(1).low(), operands.at(2)));
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

  private static NumberOfText.Rule length(SqlType type) {
    return type.equals(TEXT)
        ? (a, start, end, b, from, to) -> Utf8.length(a, start, end)
        : (a, start, end, b, from, to) -> end - start;
  }

  /** 0 where nothing is found, and for every text if the search starts before position 1. */
  private static NumberOfText.Rule position(long first) {
    return (a, start, end, b, from, to) ->
        first < 1 ? 0 : 1 + Utf8.indexOf(a, start, end, b, from, to, first - 1);
  }

  private static long toLong(boolean value) {
    return value ? 1 : 0;
  }

  private interface Pad {
    VectorExpression compile(VectorExpression text, long length, VectorExpression filling);
  }
}
