package org.apache.spark.sql.hbase.engine.keyrange.predicate;

import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The row keys for which a predicate can be TRUE, FALSE, or raise an error, by the rules of
 * three-valued logic. Each side is computed when it is asked for: a list of a million values has as
 * many gaps, and few predicates are negated. Not thread-safe.
 */
public final class KeyOutcome {
  private final Supplier<KeyBoxes> isTrue;
  private final Supplier<KeyBoxes> isFalse;
  private final KeyBoxes raises;

  private KeyOutcome(Supplier<KeyBoxes> isTrue, Supplier<KeyBoxes> isFalse, KeyBoxes raises) {
    this.isTrue = isTrue;
    this.isFalse = isFalse;
    this.raises = raises;
  }

  public static KeyOutcome of(KeyBoxes isTrue, KeyBoxes isFalse, KeyBoxes raises) {
    return new KeyOutcome(() -> isTrue, () -> isFalse, raises);
  }

  /** Makes the outcome of a predicate that raises no error. */
  public static KeyOutcome of(KeyBoxes isTrue, Supplier<KeyBoxes> isFalse) {
    return new KeyOutcome(() -> isTrue, once(isFalse), KeyBoxes.none());
  }

  private static Supplier<KeyBoxes> once(Supplier<KeyBoxes> boxes) {
    return new Supplier<>() {
      private KeyBoxes known;

      @Override
      public KeyBoxes get() {
        if (known == null) {
          known = boxes.get();
        }
        return known;
      }
    };
  }

  public KeyBoxes isTrue() {
    return isTrue.get();
  }

  public KeyBoxes isFalse() {
    return isFalse.get();
  }

  public KeyBoxes raises() {
    return raises;
  }

  public KeyOutcome not() {
    return new KeyOutcome(isFalse, isTrue, raises);
  }

  /**
   * Makes the outcome of AND. The predicates can be thousands, so they are combined in one loop:
   * nested calls would overflow the stack.
   *
   * @param outcomes at least one
   */
  static KeyOutcome allOf(List<KeyOutcome> outcomes) {
    return new KeyOutcome(
        once(() -> combined(outcomes, KeyOutcome::isTrue, KeyBoxes::and)),
        once(() -> combined(outcomes, KeyOutcome::isFalse, KeyBoxes::or)),
        combined(outcomes, KeyOutcome::raises, KeyBoxes::or));
  }

  /** Makes the outcome of OR. */
  static KeyOutcome anyOf(List<KeyOutcome> outcomes) {
    return allOf(outcomes.stream().map(KeyOutcome::not).toList()).not();
  }

  /** Both halves first: boxes that become one share the ranges of so many, which are sorted. */
  private static KeyBoxes combined(
      List<KeyOutcome> outcomes,
      Function<KeyOutcome, KeyBoxes> side,
      BinaryOperator<KeyBoxes> operator) {
    if (outcomes.size() == 1) {
      return side.apply(outcomes.get(0));
    }
    int middle = outcomes.size() / 2;
    return operator.apply(
        combined(outcomes.subList(0, middle), side, operator),
        combined(outcomes.subList(middle, outcomes.size()), side, operator));
  }

  /** Returns the outcome with NULL in the place of FALSE. */
  KeyOutcome neverFalse() {
    return new KeyOutcome(isTrue, KeyBoxes::none, raises);
  }
}
