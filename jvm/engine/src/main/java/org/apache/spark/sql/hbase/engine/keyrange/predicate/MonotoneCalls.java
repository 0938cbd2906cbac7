package org.apache.spark.sql.hbase.engine.keyrange.predicate;

import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.wire.proto.Expression;

/**
 * Functions of one value that do not decrease and are never NULL, such as {@code year(d)}, {@code
 * date_trunc('MONTH', t)} and casts to a wider type. Such functions of them are among them.
 *
 * <p>Where the offset of a time zone changes they may decrease for a moment: {@link ZoneMargin}.
 */
final class MonotoneCalls {
  private MonotoneCalls() {}

  /** The column that the calls start from; empty for everything else, a column included. */
  static OptionalInt column(Expression expression) {
    if (!expression.hasCall()) {
      return OptionalInt.empty();
    }
    TypedCall call = TypedCall.of(expression);
    OptionalInt argument = argument(call);
    if (argument.isEmpty()) {
      return OptionalInt.empty();
    }
    Expression below = call.call().getArguments(argument.getAsInt());
    return below.getNodeCase() == Expression.NodeCase.COLUMN
        ? OptionalInt.of(below.getColumn())
        : column(below);
  }

  /** The argument that is not constant. */
  private static OptionalInt argument(TypedCall call) {
    return switch (call.function()) {
      case YEAR, YEAR_OF_WEEK, LAST_DAY, TRUNC, REINTERPRET, UNIX_MILLIS, UNIX_TIMESTAMP ->
          OptionalInt.of(0);
      case DATE_TRUNC -> OptionalInt.of(1);
      case CAST ->
          keepsOrder(call.type(0), call.result()) ? OptionalInt.of(0) : OptionalInt.empty();
      default -> OptionalInt.empty();
    };
  }

  private static boolean keepsOrder(SqlType from, SqlType to) {
    return switch (from.kind()) {
      case TINYINT, SMALLINT, INT, BIGINT ->
          switch (to.kind()) {
            case TINYINT, SMALLINT, INT, BIGINT -> from.kind().compareTo(to.kind()) <= 0;
            case FLOAT, DOUBLE, TIMESTAMP -> true;
            case DECIMAL -> to.precision() - to.scale() >= digits(from);
            default -> false;
          };
      case DECIMAL ->
          to.kind() == SqlType.Kind.DECIMAL
              && to.scale() >= from.scale()
              && to.precision() - to.scale() >= from.precision() - from.scale();
      case DATE -> to.equals(SqlType.TIMESTAMP) || to.equals(SqlType.TIMESTAMP_NTZ);
      case TIMESTAMP ->
          to.equals(SqlType.DATE) || to.equals(SqlType.TIMESTAMP_NTZ) || to.equals(SqlType.BIGINT);
      case TIMESTAMP_NTZ -> to.equals(SqlType.DATE) || to.equals(SqlType.TIMESTAMP);
      default -> false;
    };
  }

  private static int digits(SqlType integer) {
    return switch (integer.kind()) {
      case TINYINT -> 3;
      case SMALLINT -> 5;
      case INT -> 10;
      case BIGINT -> 19;
      default -> throw new IllegalArgumentException("no integer: " + integer);
    };
  }

  /** Calls in an expression. */
  static int count(Expression expression) {
    return expression.hasCall()
        ? 1 + expression.getCall().getArgumentsList().stream().mapToInt(MonotoneCalls::count).sum()
        : 0;
  }

  /** The time zones in which the calls work. */
  static Set<String> zones(Expression expression) {
    Set<String> zones = new HashSet<>();
    if (expression.hasCall()) {
      if (!expression.getCall().getTimeZone().isEmpty()) {
        zones.add(expression.getCall().getTimeZone());
      }
      expression.getCall().getArgumentsList().forEach(argument -> zones.addAll(zones(argument)));
    }
    return zones;
  }

  /**
   * Returns the number of values at each end of the column's type whose result may wrap around, as
   * Spark's 32-bit days and 64-bit microseconds do.
   */
  static int valuesThatMayWrap(Expression expression, SqlType column) {
    int most = 0;
    Expression each = expression;
    while (each.hasCall()) {
      TypedCall call = TypedCall.of(each);
      most = Math.max(most, valuesThatMayWrap(call, column));
      each = call.call().getArguments(argument(call).orElseThrow());
    }
    return most;
  }

  private static int valuesThatMayWrap(TypedCall call, SqlType column) {
    return switch (call.function()) {
      case TRUNC, LAST_DAY -> column.equals(SqlType.DATE) ? 366 : 0;
      case DATE_TRUNC -> isUnitOfASecond(call.text(0)) ? 1_000_000 : 0;
      case YEAR, YEAR_OF_WEEK, REINTERPRET, UNIX_MILLIS, UNIX_TIMESTAMP, CAST -> 0;
      default -> throw new IllegalArgumentException("not monotone: " + call.function());
    };
  }

  /** Truncation to a longer unit raises an error instead. */
  private static boolean isUnitOfASecond(String unit) {
    return unit.equalsIgnoreCase("SECOND") || unit.equalsIgnoreCase("MILLISECOND");
  }
}
