package org.apache.spark.sql.hbase.engine.keyrange;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.engine.expression.kernel.Constant;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Literal;

/**
 * For a predicate, the row keys for which it can be TRUE and those for which it can be FALSE, by
 * the rules of three-valued logic; a predicate that says nothing about the key can be both for all.
 * Not thread-safe.
 */
final class KeyPredicates {
  private final int partCount;
  private final Map<Integer, KeyColumn> columns;
  private final Map<Integer, Integer> partOfColumn;
  private final KeyBoxes all;

  /** Row keys for which a predicate can be TRUE, and for which it can be FALSE. */
  record Outcome(KeyBoxes isTrue, KeyBoxes isFalse) {
    Outcome not() {
      return new Outcome(isFalse, isTrue);
    }

    Outcome and(Outcome other) {
      return new Outcome(isTrue.and(other.isTrue), isFalse.or(other.isFalse));
    }

    Outcome or(Outcome other) {
      return not().and(other.not()).not();
    }
  }

  /**
   * @param columns by ordinal in the table
   * @param partOfColumn position in the row key, by ordinal in the table
   */
  KeyPredicates(Map<Integer, KeyColumn> columns, Map<Integer, Integer> partOfColumn) {
    this.partCount = columns.size();
    this.columns = columns;
    this.partOfColumn = partOfColumn;
    this.all = KeyBoxes.of(KeyBox.all(partCount));
  }

  /** For a BOOLEAN expression over the table's columns that the engine supports. */
  Outcome of(Expression predicate) {
    return switch (predicate.getNodeCase()) {
      case CALL -> ofCall(TypedCall.of(predicate));
      case LITERAL -> ofLiteral(predicate);
      default -> unknown();
    };
  }

  private Outcome unknown() {
    return new Outcome(all, all);
  }

  private Outcome never() {
    return new Outcome(KeyBoxes.none(), KeyBoxes.none());
  }

  private Outcome ofLiteral(Expression literal) {
    return switch (literal.getLiteral().getValueCase()) {
      case BOOLEAN ->
          new Outcome(
              literal.getLiteral().getBoolean() ? all : KeyBoxes.none(),
              literal.getLiteral().getBoolean() ? KeyBoxes.none() : all);
      case NULL -> never();
      default -> unknown();
    };
  }

  private Outcome ofCall(TypedCall call) {
    return switch (call.function()) {
      case AND -> combine(call, Outcome::and);
      case OR -> combine(call, Outcome::or);
      case NOT -> of(call.call().getArguments(0)).not();
      // Key columns are never NULL.
      case IS_NULL -> isColumn(call, 0) ? new Outcome(KeyBoxes.none(), all) : unknown();
      case IS_NOT_NULL -> isColumn(call, 0) ? new Outcome(all, KeyBoxes.none()) : unknown();
      case IN -> isColumn(call, 0) ? ofList(call) : unknown();
      case STARTS_WITH ->
          isColumn(call, 0)
              ? ofConstant(call, 0, 1, KeyColumn::comparesOrder, KeyColumn::startingWith)
              : unknown();
      default -> call.argumentCount() == 2 ? ofComparison(call) : unknown();
    };
  }

  private Outcome combine(TypedCall call, BinaryOperator<Outcome> operator) {
    return call.call().getArgumentsList().stream().map(this::of).reduce(operator).orElseThrow();
  }

  private Outcome ofComparison(TypedCall call) {
    if (isColumn(call, 0)) {
      return ofComparison(call, 0, 1, false);
    }
    return isColumn(call, 1) ? ofComparison(call, 1, 0, true) : unknown();
  }

  private Outcome ofComparison(TypedCall call, int column, int constant, boolean isMirrored) {
    return switch (call.function()) {
      case EQUAL, EQUAL_NULL_SAFE ->
          ofConstant(call, column, constant, KeyColumn::comparesEqual, KeyColumn::equalTo);
      case LESS_THAN -> isMirrored ? above(call, column, constant) : below(call, column, constant);
      case GREATER_THAN ->
          isMirrored ? below(call, column, constant) : above(call, column, constant);
      case LESS_THAN_OR_EQUAL ->
          (isMirrored ? below(call, column, constant) : above(call, column, constant)).not();
      case GREATER_THAN_OR_EQUAL ->
          (isMirrored ? above(call, column, constant) : below(call, column, constant)).not();
      default -> unknown();
    };
  }

  private Outcome above(TypedCall call, int column, int constant) {
    return ofConstant(call, column, constant, KeyColumn::comparesOrder, KeyColumn::above);
  }

  private Outcome below(TypedCall call, int column, int constant) {
    return ofConstant(call, column, constant, KeyColumn::comparesOrder, KeyColumn::below);
  }

  /** A function of a key column and a constant that is never NULL, and TRUE for those bytes. */
  private Outcome ofConstant(
      TypedCall call,
      int column,
      int constant,
      Predicate<KeyColumn> condition,
      BiFunction<KeyColumn, Constant, RangeSet> bytes) {
    KeyColumn key = keyColumn(call, column);
    if (isNullLiteral(call, constant)) {
      return call.function() == Function.EQUAL_NULL_SAFE
          ? new Outcome(KeyBoxes.none(), all)
          : never();
    }
    if (!condition.test(key) || !call.isValue(constant)) {
      return unknown();
    }
    return of(part(call, column), bytes.apply(key, call.constant(constant)));
  }

  private Outcome ofList(TypedCall call) {
    KeyColumn key = keyColumn(call, 0);
    if (!key.comparesEqual() || !call.isListOfConstants()) {
      return unknown();
    }
    List<Constant> values = call.listedConstants().toList();
    Stream<Constant> known = values.stream().filter(value -> !value.isNull());
    Outcome outcome = of(part(call, 0), key.equalToAny(known));
    // With NULL in the list it is never FALSE.
    return values.stream().anyMatch(Constant::isNull)
        ? new Outcome(outcome.isTrue, KeyBoxes.none())
        : outcome;
  }

  private Outcome of(int part, RangeSet isTrue) {
    // All stands for what cannot be said: then it may be FALSE for all as well.
    RangeSet isFalse = isTrue.isAll() ? RangeSet.ALL : isTrue.not();
    return new Outcome(
        KeyBoxes.of(KeyBox.of(partCount, part, isTrue)),
        KeyBoxes.of(KeyBox.of(partCount, part, isFalse)));
  }

  private boolean isColumn(TypedCall call, int argument) {
    Expression expression = call.call().getArguments(argument);
    return expression.getNodeCase() == Expression.NodeCase.COLUMN
        && columns.containsKey(expression.getColumn());
  }

  private KeyColumn keyColumn(TypedCall call, int argument) {
    return columns.get(call.call().getArguments(argument).getColumn());
  }

  private int part(TypedCall call, int argument) {
    return partOfColumn.get(call.call().getArguments(argument).getColumn());
  }

  private static boolean isNullLiteral(TypedCall call, int argument) {
    Expression expression = call.call().getArguments(argument);
    return expression.hasLiteral()
        && expression.getLiteral().getValueCase() == Literal.ValueCase.NULL;
  }
}
