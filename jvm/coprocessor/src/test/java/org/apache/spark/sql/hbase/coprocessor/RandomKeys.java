package org.apache.spark.sql.hbase.coprocessor;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Rows of a {@link KeysTable} and conditions on its columns. */
final class RandomKeys {
  private static final String[] TEXTS = {"", "a", "ab", "x", "xy", "z"};

  private final Random random;

  RandomKeys(Random random) {
    this.random = random;
  }

  List<FixtureRow> rows(int count, int firstId) {
    List<FixtureRow> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(KeysTable.row(random.nextInt(30), anyText(), random.nextInt(40) - 20, firstId + i));
    }
    return rows;
  }

  Expression predicate(int depth) {
    int kind = depth == 0 ? 3 : random.nextInt(7);
    return switch (kind) {
      case 0 -> and(predicate(depth - 1), predicate(depth - 1));
      case 1 -> or(predicate(depth - 1), predicate(depth - 1));
      case 2 -> is(Function.NOT, predicate(depth - 1));
      default -> comparison();
    };
  }

  private Expression comparison() {
    Function function =
        List.of(
                Function.EQUAL,
                Function.LESS_THAN,
                Function.LESS_THAN_OR_EQUAL,
                Function.GREATER_THAN,
                Function.GREATER_THAN_OR_EQUAL)
            .get(random.nextInt(5));
    return switch (random.nextInt(7)) {
      case 0, 1 -> is(function, KeysTable.A, number(random.nextInt(30)));
      case 2, 3 -> is(function, KeysTable.B, text(anyText()));
      case 4, 5 -> is(function, KeysTable.C, number(random.nextInt(40) - 20));
      default -> is(function, KeysTable.ID, number(random.nextInt(3_000)));
    };
  }

  String anyText() {
    return TEXTS[random.nextInt(TEXTS.length)];
  }

  static Expression equal(Expression column, int value) {
    return is(Function.EQUAL, column, number(value));
  }

  static Expression from(Expression column, int least) {
    return is(Function.GREATER_THAN_OR_EQUAL, column, number(least));
  }

  static Expression equal(Expression column, String value) {
    return is(Function.EQUAL, column, text(value));
  }

  static Expression and(Expression left, Expression right) {
    return is(Function.AND, left, right);
  }

  static Expression or(Expression... operands) {
    return List.of(operands).stream().reduce((x, y) -> is(Function.OR, x, y)).orElseThrow();
  }

  private static Expression is(Function function, Expression... arguments) {
    return Plans.call(function, SqlType.BOOLEAN, arguments);
  }

  private static Expression number(int value) {
    return Plans.integer(value, SqlType.INT);
  }

  private static Expression text(String value) {
    return Plans.string(value);
  }
}
