package org.apache.spark.sql.hbase.engine.keyrange;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.hbase.engine.expression.RaisingExpressions;
import org.apache.spark.sql.hbase.engine.keyrange.predicate.KeyOutcome;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Literal;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;

/**
 * A predicate, and what is left of it for parts of a table. Not thread-safe.
 *
 * <p>Partial evaluation by three-valued logic. A condition on the row key may be never NULL and
 * raise no error. It is TRUE for a part without a row key for which it can be FALSE.
 */
final class ResidualPredicate {
  private final Expression whole;
  private final TableLayout table;
  private final KeySpace space;
  private final Optional<Sides> sides;
  private final Optional<ListedKeys> list;

  /** The arguments of AND, OR and NOT; empty for other predicates. */
  private final List<ResidualPredicate> arguments;

  /**
   * @param canBeTrue HBase rows with a row key for which the predicate can be TRUE
   * @param canBeFalse those for which it can be FALSE
   */
  private record Sides(KeyRanges canBeTrue, KeyRanges canBeFalse) {}

  /**
   * @param whole a BOOLEAN expression over the table's columns that the engine supports
   */
  ResidualPredicate(Expression whole, TableLayout table, KeySpace space) {
    this.whole = whole;
    this.table = table;
    this.space = space;
    this.arguments =
        isTree(whole)
            ? whole.getCall().getArgumentsList().stream()
                .map(argument -> new ResidualPredicate(argument, table, space))
                .toList()
            : List.of();
    this.list = ListedKeys.of(whole, table, space);
    this.sides =
        !ListedKeys.isLong(whole) && space.predicates().isNeverNull(whole)
            ? Optional.of(sides())
            : Optional.empty();
  }

  private Sides sides() {
    KeyOutcome outcome = space.predicates().of(whole);
    return new Sides(
        space.ranges(outcome.isTrue()).inRowsOf(table),
        space.ranges(outcome.isFalse()).inRowsOf(table));
  }

  private static boolean isTree(Expression predicate) {
    return predicate.hasCall()
        && switch (predicate.getCall().getFunction()) {
          case AND, OR, NOT -> true;
          default -> false;
        };
  }

  /**
   * Returns a predicate that decides like this one for the HBase rows {@code [startRow, stopRow)}.
   *
   * @param stopRow empty for the end of the table
   * @return the whole itself where nothing becomes less
   */
  Expression within(byte[] startRow, byte[] stopRow) {
    if (list.isPresent()) {
      Expression shorter = list.get().within(startRow, stopRow);
      return ListedKeys.isLong(shorter)
          ? shorter
          : new ResidualPredicate(shorter, table, space).within(startRow, stopRow);
    }
    if (sides.isPresent()) {
      if (!sides.get().canBeFalse().reachInto(startRow, stopRow)) {
        return literal(true);
      }
      return sides.get().canBeTrue().reachInto(startRow, stopRow) ? whole : literal(false);
    }
    if (arguments.isEmpty()) {
      return whole;
    }
    List<Expression> rest =
        arguments.stream().map(argument -> argument.within(startRow, stopRow)).toList();
    return switch (whole.getCall().getFunction()) {
      case NOT -> not(rest.get(0));
      case AND -> combined(rest, true);
      case OR -> combined(rest, false);
      default -> throw new IllegalStateException("no tree: " + whole.getCall().getFunction());
    };
  }

  private Expression not(Expression argument) {
    if (isLiteral(argument, true) || isLiteral(argument, false)) {
      return literal(isLiteral(argument, false));
    }
    return argument == whole.getCall().getArguments(0) ? whole : with(List.of(argument));
  }

  /**
   * @param neutral TRUE for AND, which an argument that is TRUE does not change; FALSE for OR
   */
  private Expression combined(List<Expression> arguments, boolean neutral) {
    List<Expression> rest = new ArrayList<>();
    for (Expression argument : arguments) {
      if (isLiteral(argument, !neutral)) {
        // It decides, whatever the others are, unless one of those before it raises an error.
        if (rest.stream().noneMatch(RaisingExpressions::mayRaise)) {
          return argument;
        }
        rest.add(argument);
      } else if (!isLiteral(argument, neutral)) {
        rest.add(argument);
      }
    }
    if (isSame(rest, whole.getCall().getArgumentsList())) {
      return whole;
    }
    return switch (rest.size()) {
      case 0 -> literal(neutral);
      case 1 -> rest.get(0);
      default -> with(rest);
    };
  }

  private static boolean isSame(List<Expression> a, List<Expression> b) {
    boolean isSame = a.size() == b.size();
    for (int i = 0; isSame && i < a.size(); i++) {
      isSame = a.get(i) == b.get(i);
    }
    return isSame;
  }

  private Expression with(List<Expression> rest) {
    Expression.Builder changed = whole.toBuilder();
    changed.getCallBuilder().clearArguments().addAllArguments(rest);
    return changed.build();
  }

  private Expression literal(boolean value) {
    return Expression.newBuilder()
        .setType(whole.getType())
        .setLiteral(Literal.newBuilder().setBoolean(value))
        .build();
  }

  static boolean isLiteral(Expression expression, boolean value) {
    return expression.hasLiteral()
        && expression.getLiteral().hasBoolean()
        && expression.getLiteral().getBoolean() == value;
  }
}
