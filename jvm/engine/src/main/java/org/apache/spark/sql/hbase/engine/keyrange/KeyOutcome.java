package org.apache.spark.sql.hbase.engine.keyrange;

import java.util.function.Supplier;

/**
 * For a predicate, the row keys for which it can be TRUE, those for which it can be FALSE, by the
 * rules of three-valued logic, and those for which it can raise an error. Each side is computed
 * when it is asked for: a list of a million values has as many gaps, and few predicates are
 * negated. Not thread-safe.
 */
final class KeyOutcome {
  private final Supplier<KeyBoxes> isTrue;
  private final Supplier<KeyBoxes> isFalse;
  private final KeyBoxes raises;

  private KeyOutcome(Supplier<KeyBoxes> isTrue, Supplier<KeyBoxes> isFalse, KeyBoxes raises) {
    this.isTrue = isTrue;
    this.isFalse = isFalse;
    this.raises = raises;
  }

  static KeyOutcome of(KeyBoxes isTrue, KeyBoxes isFalse, KeyBoxes raises) {
    return new KeyOutcome(() -> isTrue, () -> isFalse, raises);
  }

  /** Of a predicate that raises no error. */
  static KeyOutcome of(KeyBoxes isTrue, Supplier<KeyBoxes> isFalse) {
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

  KeyBoxes isTrue() {
    return isTrue.get();
  }

  KeyBoxes isFalse() {
    return isFalse.get();
  }

  KeyBoxes raises() {
    return raises;
  }

  KeyOutcome not() {
    return new KeyOutcome(isFalse, isTrue, raises);
  }

  KeyOutcome and(KeyOutcome other) {
    return new KeyOutcome(
        once(() -> isTrue().and(other.isTrue())),
        once(() -> isFalse().or(other.isFalse())),
        raises.or(other.raises));
  }

  KeyOutcome or(KeyOutcome other) {
    return not().and(other.not()).not();
  }

  /** The same where NULL takes the place of FALSE. */
  KeyOutcome neverFalse() {
    return new KeyOutcome(isTrue, KeyBoxes::none, raises);
  }
}
