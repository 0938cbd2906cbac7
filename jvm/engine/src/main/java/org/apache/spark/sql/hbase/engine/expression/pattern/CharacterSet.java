package org.apache.spark.sql.hbase.engine.expression.pattern;

import java.util.BitSet;

/**
 * Code points of the first plane without the surrogates, or all code points but those. Written as a
 * character class that does not depend on any flag.
 */
final class CharacterSet {
  private final BitSet members = new BitSet();
  private boolean isNegated;

  /**
   * {@code \d}, {@code \s}, {@code \w} or, in capitals, what they leave; null for other letters.
   */
  static CharacterSet named(int letter) {
    CharacterSet set = new CharacterSet();
    switch (Character.toLowerCase(letter)) {
      case 'd' -> set.add('0', '9');
      case 's' -> set.add('\t', '\r').add(' ', ' ');
      case 'w' -> set.add('0', '9').add('A', 'Z').add('a', 'z').add('_', '_');
      default -> {
        return null;
      }
    }
    set.isNegated = Character.isUpperCase(letter);
    return set;
  }

  static CharacterSet of(int codePoint) {
    return new CharacterSet().add(codePoint, codePoint);
  }

  /** Returns the characters that a dot matches: all characters but line ends. */
  static CharacterSet dot() {
    return new CharacterSet()
        .add('\n', '\n')
        .add('\r', '\r')
        .add(0x85, 0x85)
        .add(0x2028, 0x2029)
        .negate();
  }

  /** Returns the characters that a dot matches if it also matches line ends. */
  static CharacterSet all() {
    return new CharacterSet().negate();
  }

  CharacterSet add(int first, int last) {
    members.set(first, last + 1);
    return this;
  }

  /** Adds what {@code other} holds; it must not be negated. */
  CharacterSet addAll(CharacterSet other) {
    members.or(other.members);
    return this;
  }

  boolean isNegated() {
    return isNegated;
  }

  CharacterSet negate() {
    isNegated = !isNegated;
    return this;
  }

  /** Adds the other case of each ASCII letter. */
  CharacterSet ignoreCase() {
    for (int letter = 'a'; letter <= 'z'; letter++) {
      int capital = Character.toUpperCase(letter);
      if (members.get(letter) || members.get(capital)) {
        members.set(letter);
        members.set(capital);
      }
    }
    return this;
  }

  void appendTo(StringBuilder regex) {
    if (members.isEmpty()) {
      // Nothing is never written by a pattern: only all code points are.
      regex.append("[\\x{0}-\\x{10FFFF}]");
      return;
    }
    regex.append(isNegated ? "[^" : "[");
    for (int first = members.nextSetBit(0); first >= 0; ) {
      int end = members.nextClearBit(first);
      regex.append("\\x{").append(Integer.toHexString(first)).append("}-\\x{");
      regex.append(Integer.toHexString(end - 1)).append('}');
      first = members.nextSetBit(end);
    }
    regex.append(']');
  }
}
