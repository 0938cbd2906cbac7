package org.apache.spark.sql.hbase.engine.keyrange.predicate;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.RaisingExpressions;
import org.apache.spark.sql.hbase.engine.expression.comparison.ComparisonFunctions;
import org.apache.spark.sql.hbase.engine.expression.kernel.Constant;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyBox;
import org.apache.spark.sql.hbase.engine.keyrange.interval.RangeSet;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Literal;

/**
 * For a predicate, its {@link KeyOutcome}; a predicate that says nothing about the key can be TRUE
 * and FALSE for all row keys. Functions of the key are computed for some values to find out. A plan
 * with so many that this takes long is looked at as far as {@link #MAX_COMPUTED}. Not thread-safe.
 */
public final class KeyPredicates {
  /** Each costs a search; more values are left to the filter. */
  private static final int MAX_FUNCTION_VALUES = 64;

  /** Calls of functions for all predicates together, some tenths of a second. */
  public static final long MAX_COMPUTED = 500_000;

  private final int partCount;
  private final Map<Integer, KeyColumn> columns;
  private final Map<Integer, Integer> partOfColumn;
  private final KeyBoxes all;

  private long computable = MAX_COMPUTED;

  /**
   * @param partCount of the boxes
   * @param columns by ordinal in the table
   * @param partOfColumn position in the boxes, by ordinal in the table
   */
  public KeyPredicates(
      int partCount, Map<Integer, KeyColumn> columns, Map<Integer, Integer> partOfColumn) {
    this.partCount = partCount;
    this.columns = columns;
    this.partOfColumn = partOfColumn;
    this.all = KeyBoxes.of(KeyBox.all(partCount));
  }

  /** Returns predicates over the same row key for another plan. */
  public KeyPredicates ofNextPlan() {
    return new KeyPredicates(partCount, columns, partOfColumn);
  }

  /** For a BOOLEAN expression over the table's columns that the engine supports. */
  public KeyOutcome of(Expression predicate) {
    return switch (predicate.getNodeCase()) {
      case CALL -> ofCall(TypedCall.of(predicate));
      case LITERAL -> ofLiteral(predicate);
      case COLUMN -> ofFlag(predicate.getColumn());
      default -> outcome(all, all);
    };
  }

  /** A BOOLEAN column by itself. */
  private KeyOutcome ofFlag(int column) {
    KeyColumn key = columns.get(column);
    return key != null && key.comparesEqual()
        ? of(partOfColumn.get(column), key.equalTo(Constant.TRUE))
        : outcome(all, all);
  }

  /**
   * Whether a condition on one column of the row key is never NULL and never raises an error; false
   * if that is not known.
   */
  public boolean isNeverNull(Expression predicate) {
    if (predicate.getNodeCase() == Expression.NodeCase.COLUMN) {
      return columns.containsKey(predicate.getColumn());
    }
    if (!predicate.hasCall()) {
      return false;
    }
    TypedCall call = TypedCall.of(predicate);
    return switch (call.function()) {
      case IS_NULL, IS_NOT_NULL -> isColumn(call, 0);
      case IN ->
          isColumn(call, 0)
              && call.isListOfConstants()
              && call.listedConstants().noneMatch(Constant::isNull);
      case EQUAL,
          EQUAL_NULL_SAFE,
          LESS_THAN,
          LESS_THAN_OR_EQUAL,
          GREATER_THAN,
          GREATER_THAN_OR_EQUAL,
          STARTS_WITH ->
          isColumn(call, 0) && call.isValue(1) || isColumn(call, 1) && call.isValue(0);
      default -> false;
    };
  }

  /** The column of the row key that an IN asks for, if the bytes of its values are known. */
  public Optional<KeyColumn> listedColumn(TypedCall in) {
    return isColumn(in, 0) && keyColumn(in, 0).comparesEqual()
        ? Optional.of(keyColumn(in, 0))
        : Optional.empty();
  }

  private KeyOutcome unknown(TypedCall call) {
    boolean mayRaise = RaisingExpressions.mayRaise(expression(call));
    return KeyOutcome.of(all, all, mayRaise ? all : KeyBoxes.none());
  }

  private static Expression expression(TypedCall call) {
    return Expression.newBuilder()
        .setType(SqlTypes.toWire(call.result()))
        .setCall(call.call())
        .build();
  }

  private static KeyOutcome outcome(KeyBoxes isTrue, KeyBoxes isFalse) {
    return KeyOutcome.of(isTrue, isFalse, KeyBoxes.none());
  }

  private static KeyOutcome never() {
    return outcome(KeyBoxes.none(), KeyBoxes.none());
  }

  private KeyOutcome ofLiteral(Expression literal) {
    return switch (literal.getLiteral().getValueCase()) {
      case BOOLEAN ->
          literal.getLiteral().getBoolean()
              ? outcome(all, KeyBoxes.none())
              : outcome(KeyBoxes.none(), all);
      case NULL -> never();
      default -> outcome(all, all);
    };
  }

  private KeyOutcome ofCall(TypedCall call) {
    return switch (call.function()) {
      case AND -> KeyOutcome.allOf(ofArguments(call));
      case OR -> KeyOutcome.anyOf(ofArguments(call));
      case NOT -> of(call.call().getArguments(0)).not();
      // Key columns are never NULL.
      case IS_NULL -> isColumn(call, 0) ? outcome(KeyBoxes.none(), all) : unknown(call);
      case IS_NOT_NULL -> isColumn(call, 0) ? outcome(all, KeyBoxes.none()) : unknown(call);
      case IN -> isColumn(call, 0) ? ofList(call) : ofListOfFunction(call);
      case STARTS_WITH -> isColumn(call, 0) ? ofPrefix(call) : unknown(call);
      case LIKE -> isColumn(call, 0) ? ofLike(call) : unknown(call);
      default -> call.argumentCount() == 2 ? ofComparison(call) : unknown(call);
    };
  }

  private List<KeyOutcome> ofArguments(TypedCall call) {
    return call.call().getArgumentsList().stream().map(this::of).toList();
  }

  private KeyOutcome ofComparison(TypedCall call) {
    if (isColumn(call, 0)) {
      return ofComparison(call, 0, 1, false);
    }
    if (isColumn(call, 1)) {
      return ofComparison(call, 1, 0, true);
    }
    if (isKeyFunction(call, 0) && call.isValue(1)) {
      return ofFunction(
          call, call.function(), call.call().getArguments(0), call.call().getArguments(1));
    }
    return isKeyFunction(call, 1) && call.isValue(0)
        ? ofFunction(
            call,
            ComparisonFunctions.mirrored(call.function()),
            call.call().getArguments(1),
            call.call().getArguments(0))
        : unknown(call);
  }

  private KeyOutcome ofComparison(TypedCall call, int column, int constant, boolean isMirrored) {
    Function comparison = call.function();
    return switch (isMirrored ? ComparisonFunctions.mirrored(comparison) : comparison) {
      case EQUAL, EQUAL_NULL_SAFE ->
          ofConstant(
              call,
              column,
              constant,
              KeyColumn::comparesEqual,
              (key, value) -> Optional.of(key.equalTo(value)));
      case LESS_THAN -> below(call, column, constant);
      case GREATER_THAN -> above(call, column, constant);
      case LESS_THAN_OR_EQUAL -> above(call, column, constant).not();
      case GREATER_THAN_OR_EQUAL -> below(call, column, constant).not();
      default -> unknown(call);
    };
  }

  /** A comparison of a monotone function of a key column with a constant that is not NULL. */
  private KeyOutcome ofFunction(
      TypedCall call, Function comparison, Expression function, Expression constant) {
    int column = MonotoneCalls.column(function).orElseThrow();
    int part = partOfColumn.get(column);
    long cost = MonotoneComparison.cost(columns.get(column), function);
    if (cost > computable) {
      return unknown(call);
    }
    computable -= cost;
    return MonotoneComparison.sides(columns.get(column), comparison, function, constant)
        .map(
            sides ->
                KeyOutcome.of(
                    boxes(part, sides.isTrue()),
                    boxes(part, sides.isFalse()),
                    boxes(part, sides.raises())))
        .orElseGet(() -> unknown(call));
  }

  private boolean isKeyFunction(TypedCall call, int argument) {
    OptionalInt column = MonotoneCalls.column(call.call().getArguments(argument));
    return column.isPresent()
        && columns.containsKey(column.getAsInt())
        && columns.get(column.getAsInt()).comparesOrder();
  }

  private KeyOutcome ofListOfFunction(TypedCall call) {
    if (!isKeyFunction(call, 0) || !call.isListOfConstants() || !isWholeNumber(call.type(0))) {
      return unknown(call);
    }
    List<Constant> values = call.listedConstants().toList();
    List<Constant> known = values.stream().filter(value -> !value.isNull()).toList();
    if (known.isEmpty() || known.size() > MAX_FUNCTION_VALUES) {
      return unknown(call);
    }
    Expression function = call.call().getArguments(0);
    KeyOutcome outcome =
        KeyOutcome.anyOf(
            known.stream()
                .map(value -> ofFunction(call, Function.EQUAL, function, literal(function, value)))
                .toList());
    return known.size() < values.size() ? outcome.neverFalse() : outcome;
  }

  private static boolean isWholeNumber(SqlType type) {
    return type.physical() == SqlType.Physical.LONG
        && type.kind() != SqlType.Kind.BOOLEAN
        && type.kind() != SqlType.Kind.DECIMAL;
  }

  private static Expression literal(Expression function, Constant value) {
    return Expression.newBuilder()
        .setType(function.getType())
        .setLiteral(Literal.newBuilder().setInteger(value.low()))
        .build();
  }

  private KeyOutcome above(TypedCall call, int column, int constant) {
    return ofConstant(call, column, constant, KeyColumn::comparesOrder, KeyColumn::above);
  }

  private KeyOutcome below(TypedCall call, int column, int constant) {
    return ofConstant(call, column, constant, KeyColumn::comparesOrder, KeyColumn::below);
  }

  /** A function of a key column and a constant that is never NULL, and TRUE for those bytes. */
  private KeyOutcome ofConstant(
      TypedCall call,
      int column,
      int constant,
      Predicate<KeyColumn> condition,
      BiFunction<KeyColumn, Constant, Optional<RangeSet>> bytes) {
    KeyColumn key = keyColumn(call, column);
    if (isNullLiteral(call, constant)) {
      return call.function() == Function.EQUAL_NULL_SAFE ? outcome(KeyBoxes.none(), all) : never();
    }
    if (!condition.test(key) || !call.isValue(constant)) {
      return unknown(call);
    }
    return bytes
        .apply(key, call.constant(constant))
        .map(isTrue -> of(part(call, column), isTrue))
        .orElseGet(() -> unknown(call));
  }

  private KeyOutcome ofPrefix(TypedCall call) {
    return ofConstant(
        call,
        0,
        1,
        KeyColumn::comparesPrefix,
        (key, prefix) -> Optional.of(key.startingWith(prefix)));
  }

  /** With NULL in the list it is never FALSE. */
  private KeyOutcome ofList(TypedCall call) {
    KeyColumn key = keyColumn(call, 0);
    if (!key.comparesEqual() || !call.isListOfConstants()) {
      return unknown(call);
    }
    // There may be a million values, so they are never there all at once.
    RangeSet known = key.equalToAny(call.listedConstants().filter(value -> !value.isNull()));
    KeyOutcome outcome = of(part(call, 0), known);
    return call.listsNull() ? outcome.neverFalse() : outcome;
  }

  private KeyOutcome of(int part, RangeSet isTrue) {
    return KeyOutcome.of(boxes(part, isTrue), () -> boxes(part, isTrue.not()));
  }

  private KeyBoxes boxes(int part, RangeSet values) {
    return KeyBoxes.of(KeyBox.of(partCount, part, values));
  }

  /** A pattern limits values by what it starts with; what it does not match can be anything. */
  private KeyOutcome ofLike(TypedCall call) {
    KeyColumn key = keyColumn(call, 0);
    if (!key.comparesPrefix() || !call.isValue(1) || call.argumentCount() > 2 && !call.isValue(2)) {
      return unknown(call);
    }
    char escape = call.argumentCount() > 2 ? call.text(2).charAt(0) : '\\';
    byte[] prefix = LikePrefix.of(call.text(1), escape).getBytes(StandardCharsets.UTF_8);
    Constant start = new Constant(key.type(), false, 0, 0, 0, prefix);
    return outcome(boxes(part(call, 0), key.startingWith(start)), all);
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
