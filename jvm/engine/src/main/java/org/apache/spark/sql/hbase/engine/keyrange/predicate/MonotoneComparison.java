package org.apache.spark.sql.hbase.engine.keyrange.predicate;

import java.util.Optional;
import java.util.function.LongPredicate;
import org.apache.spark.sql.hbase.engine.keyrange.interval.RangeSet;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * For which values of a key column a function of {@link MonotoneCalls} compares with a constant as
 * asked. Where {@code f(column) >= constant} turns from FALSE to TRUE is found by halving, with the
 * very expressions that filter rows. So what a function means is known in one place only.
 *
 * <p>A function may raise an error for the first and the last values of its column, such as {@code
 * date_trunc} for the first year there is. Those rows must be read, so that it does.
 */
final class MonotoneComparison {
  private static final int MAX_VALUES_ASKED = 1_000;

  /**
   * The searches that one comparison needs: for two turning points, and for the first and the last
   * value without an error.
   */
  private static final int SEARCHES = 4;

  /**
   * Values of the key column, as sets of its bytes.
   *
   * @param isTrue for which the comparison can be TRUE
   * @param isFalse for which it can be FALSE
   * @param raises for which it can raise an error
   */
  record Sides(RangeSet isTrue, RangeSet isFalse, RangeSet raises) {
    Sides not() {
      return new Sides(isFalse, isTrue, raises);
    }

    Sides and(Sides other) {
      return new Sides(
          isTrue.and(other.isTrue), isFalse.or(other.isFalse), raises.or(other.raises));
    }
  }

  private final KeyColumn column;
  private final KeyDomain domain;
  private final Expression function;
  private final Expression constant;

  /** First and last values between which the function is monotone and raises nothing. */
  private long low;

  private long high;

  private MonotoneComparison(
      KeyColumn column, KeyDomain domain, Expression function, Expression constant) {
    this.column = column;
    this.domain = domain;
    this.function = function;
    this.constant = constant;
  }

  /** Returns an upper bound for the number of calls that one comparison computes. */
  static long cost(KeyColumn column, Expression function) {
    int wrapping = MonotoneCalls.valuesThatMayWrap(function, column.type());
    long atEnds = wrapping > MAX_VALUES_ASKED ? 0 : 2L * wrapping;
    return (SEARCHES * Long.SIZE + atEnds) * MonotoneCalls.count(function);
  }

  /**
   * Empty if nothing can be said.
   *
   * @param comparison of the function with a constant, in this order
   * @param constant not NULL
   */
  static Optional<Sides> sides(
      KeyColumn column, Function comparison, Expression function, Expression constant) {
    return KeyDomain.of(column.type())
        .filter(domain -> domain.isTime() || MonotoneCalls.zones(function).isEmpty())
        .map(domain -> new MonotoneComparison(column, domain, function, constant))
        .flatMap(search -> search.sides(comparison));
  }

  private Optional<Sides> sides(Function comparison) {
    PointCondition asked = condition(comparison);
    if (asked.raises(0)) {
      return Optional.empty();
    }
    int wrapping = MonotoneCalls.valuesThatMayWrap(function, domain.type());
    low = domain.min() + wrapping;
    if (asked.raises(low)) {
      low = first(low, 0, x -> !asked.raises(x));
    }
    high = domain.max() - wrapping;
    if (asked.raises(high)) {
      high = first(0, high, asked::raises) - 1;
    }
    return monotone(comparison)
        .map(sides -> withEnds(sides, asked, wrapping))
        .filter(sides -> !asked.wasNull());
  }

  /** Finds the sides of the values between the first and the last ones. */
  private Optional<Sides> monotone(Function comparison) {
    return switch (comparison) {
      case EQUAL, EQUAL_NULL_SAFE ->
          from(Function.GREATER_THAN_OR_EQUAL)
              .flatMap(from -> from(Function.GREATER_THAN).map(behind -> from.and(behind.not())));
      case GREATER_THAN, GREATER_THAN_OR_EQUAL -> from(comparison);
      case LESS_THAN -> from(Function.GREATER_THAN_OR_EQUAL).map(Sides::not);
      case LESS_THAN_OR_EQUAL -> from(Function.GREATER_THAN).map(Sides::not);
      default -> Optional.empty();
    };
  }

  /** Finds the sides of a comparison that is TRUE from some value on. Empty if it is not. */
  private Optional<Sides> from(Function comparison) {
    PointCondition condition = condition(comparison);
    boolean isTrueAtLow = condition.isTrue(low);
    boolean isTrueAtHigh = condition.isTrue(high);
    if (condition.wasNull() || isTrueAtLow && !isTrueAtHigh) {
      return Optional.empty();
    }
    RangeSet all = between(low, high);
    if (isTrueAtLow) {
      return Optional.of(new Sides(all, RangeSet.NONE, RangeSet.NONE));
    }
    if (!isTrueAtHigh) {
      return Optional.of(new Sides(RangeSet.NONE, all, RangeSet.NONE));
    }
    long turn = first(low, high, condition::isTrue);
    long margin = margin(turn);
    return Optional.of(
        new Sides(
            between(Math.max(low, saturated(turn, -margin)), high),
            between(low, Math.min(high, saturated(turn, margin - 1))),
            RangeSet.NONE));
  }

  private PointCondition condition(Function comparison) {
    return new PointCondition(domain.type(), comparison, function, constant);
  }

  /** Asks each of the first and last values that may wrap around, if there are not too many. */
  private Sides withEnds(Sides sides, PointCondition asked, int wrapping) {
    RangeSet ends = between(low, high).not();
    boolean isTrueAtAnEnd = wrapping > MAX_VALUES_ASKED;
    for (int i = 0; i < wrapping && !isTrueAtAnEnd; i++) {
      isTrueAtAnEnd = passes(asked, domain.min() + i) || passes(asked, domain.max() - i);
    }
    boolean raisesAtAnEnd = asked.raises(domain.min()) || asked.raises(domain.max());
    return new Sides(
        isTrueAtAnEnd ? sides.isTrue().or(ends) : sides.isTrue(),
        sides.isFalse().or(ends),
        raisesAtAnEnd ? ends : RangeSet.NONE);
  }

  private static boolean passes(PointCondition condition, long value) {
    return !condition.raises(value) && condition.isTrue(value);
  }

  private RangeSet between(long from, long to) {
    RangeSet atLeast = from == domain.min() ? RangeSet.ALL : column.atLeast(from);
    return to == domain.max() ? atLeast : atLeast.and(column.atMost(to));
  }

  private long margin(long turn) {
    return MonotoneCalls.zones(function).stream()
        .mapToLong(zone -> domain.units(ZoneMargin.seconds(zone, domain.epochSecond(turn))))
        .sum();
  }

  private static long saturated(long value, long difference) {
    long sum = value + difference;
    boolean overflows = ((value ^ sum) & (difference ^ sum)) < 0;
    return overflows ? difference < 0 ? Long.MIN_VALUE : Long.MAX_VALUE : sum;
  }

  /** The smallest value for which it is so; it is not so for {@code from}, but for {@code to}. */
  private static long first(long from, long to, LongPredicate isSo) {
    long before = from;
    long at = to;
    while (at - before != 1) {
      long middle = before + (at - before >>> 1);
      if (isSo.test(middle)) {
        at = middle;
      } else {
        before = middle;
      }
    }
    return at;
  }
}
