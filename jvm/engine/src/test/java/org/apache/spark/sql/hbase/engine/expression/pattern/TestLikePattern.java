package org.apache.spark.sql.hbase.engine.expression.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Patterns of any length over any text match what their definition says, letter by letter. */
class TestLikePattern {
  private static final int TRIES = 4_000;
  private static final int[] LETTERS = {'a', 'a', 'b', 0x7F, 0x80, 0xE9, 0x20AC, 0x1F600};

  @ParameterizedTest
  @ValueSource(ints = {5, 40, 300})
  void randomPatternsMatchWhatTheyAreDefinedTo(int length) {
    Random random = new Random(length);
    int matches = 0;
    for (int i = 0; i < TRIES; i++) {
      String text = text(random, random.nextInt(length));
      String like = patternOf(text, random);
      boolean expected = isDefinedToMatch(like, text);
      Optional<LikePattern> pattern = LikePattern.parse(like, '\\');
      if (pattern.isPresent()) {
        assertEquals(expected, pattern.get().matches(text), () -> like + " of " + text);
        matches += expected ? 1 : 0;
      }
    }
    assertTrue(matches > TRIES / 5 && matches < TRIES, matches + " match");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 63, 64})
  void wildcardsAreCountedUpToTheLastBit(int length) {
    String like = "%" + "_".repeat(length - 1) + "b%c";
    assertTrue(matches(like, "x" + "a".repeat(length - 1) + "bc"));
    assertTrue(matches(like, "b".repeat(length) + "c"));
    assertFalse(matches(like, "b".repeat(length - 1) + "c"));
    assertFalse(matches(like, "b".repeat(length - 1) + "a".repeat(length) + "c"));
  }

  @Test
  void aLongPartWithWildcardsIsRefusedWhereItWouldBeSearchedFor() {
    String part = "_".repeat(WildcardSearch.MAX_LENGTH) + "b";
    assertTrue(LikePattern.parse("%" + part + "%", '\\').isEmpty());
    assertTrue(LikePattern.parse("%" + "b".repeat(1000) + "%", '\\').isPresent());
    assertTrue(matches(part + "%" + part, "b".repeat(2 * part.length())));
    assertFalse(matches(part + "%" + part, "b".repeat(2 * part.length() - 1)));
  }

  private static boolean matches(String like, String text) {
    return LikePattern.parse(like, '\\').orElseThrow().matches(text);
  }

  private static String text(Random random, int length) {
    return random
        .ints(length, 0, LETTERS.length)
        .mapToObj(i -> Character.toString(LETTERS[i]))
        .collect(Collectors.joining());
  }

  /** The text with wildcards in place of some of it, and now and then another letter. */
  private static String patternOf(String text, Random random) {
    StringBuilder like = new StringBuilder();
    int[] letters = text.codePoints().toArray();
    for (int i = 0; i < letters.length; i++) {
      switch (random.nextInt(12)) {
        case 0, 1, 2 -> like.append('_');
        case 3 -> {
          like.append('%');
          i += random.nextInt(20);
        }
        case 4 -> like.append('%').appendCodePoint(letters[i]);
        case 5 -> like.appendCodePoint(random.nextInt(letters.length) == 0 ? 'b' : letters[i]);
        default -> like.appendCodePoint(letters[i]);
      }
    }
    return like.length() > LikePattern.MAX_LENGTH ? "%" : like.toString();
  }

  /**
   * Matches by definition: finds the prefixes of the text that match, for one more letter of the
   * pattern after the other.
   */
  private static boolean isDefinedToMatch(String like, String text) {
    int[] letters = text.codePoints().toArray();
    boolean[] matching = new boolean[letters.length + 1];
    matching[0] = true;
    for (int piece : like.codePoints().toArray()) {
      boolean[] next = new boolean[matching.length];
      next[0] = piece == '%' && matching[0];
      for (int end = 1; end < next.length; end++) {
        next[end] =
            piece == '%'
                ? matching[end] || next[end - 1]
                : matching[end - 1] && (piece == '_' || piece == letters[end - 1]);
      }
      matching = next;
    }
    return matching[letters.length];
  }
}
