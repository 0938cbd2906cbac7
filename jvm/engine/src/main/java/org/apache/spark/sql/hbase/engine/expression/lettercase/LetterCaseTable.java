package org.apache.spark.sql.hbase.engine.expression.lettercase;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The case rules of single code points, read from {@code letter-cases.txt}. Each line is a section
 * name and hexadecimal numbers:
 *
 * <pre>
 * upper first last step target   every step-th code point maps to target, target + step, ...
 * upper* source target...        one code point maps to several
 * cased first last               letters that have a case
 * ignorable first last           code points that do not interrupt a word
 * </pre>
 *
 * {@code lower} is written like {@code upper}. Immutable.
 */
final class LetterCaseTable {
  private final Map<Integer, String> upper = new HashMap<>();
  private final Map<Integer, String> lower = new HashMap<>();
  private final BitSet cased = new BitSet();
  private final BitSet ignorable = new BitSet();

  private LetterCaseTable() {}

  static LetterCaseTable load() {
    LetterCaseTable table = new LetterCaseTable();
    try (InputStream stream = LetterCaseTable.class.getResourceAsStream("letter-cases.txt");
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(stream, StandardCharsets.US_ASCII))) {
      lines.lines().map(line -> line.split(" ")).forEach(table::read);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return table;
  }

  private void read(String... line) {
    int[] numbers =
        Arrays.stream(line).skip(1).mapToInt(number -> Integer.parseInt(number, 16)).toArray();
    switch (line[0]) {
      case "upper" -> addRange(numbers, upper);
      case "lower" -> addRange(numbers, lower);
      case "upper*" -> addSequence(numbers, upper);
      case "lower*" -> addSequence(numbers, lower);
      case "cased" -> cased.set(numbers[0], numbers[1] + 1);
      case "ignorable" -> ignorable.set(numbers[0], numbers[1] + 1);
      default -> throw new IllegalStateException("unknown section " + line[0]);
    }
  }

  private static void addRange(int[] numbers, Map<Integer, String> mappings) {
    int step = numbers[2];
    for (int source = numbers[0]; source <= numbers[1]; source += step) {
      mappings.put(source, Character.toString(numbers[3] + source - numbers[0]));
    }
  }

  private static void addSequence(int[] numbers, Map<Integer, String> mappings) {
    mappings.put(numbers[0], new String(numbers, 1, numbers.length - 1));
  }

  void appendUpper(int codePoint, StringBuilder to) {
    append(codePoint, upper, to);
  }

  void appendLower(int codePoint, StringBuilder to) {
    append(codePoint, lower, to);
  }

  private static void append(int codePoint, Map<Integer, String> mappings, StringBuilder to) {
    String mapped = mappings.get(codePoint);
    if (mapped == null) {
      to.appendCodePoint(codePoint);
    } else {
      to.append(mapped);
    }
  }

  boolean isCased(int codePoint) {
    return cased.get(codePoint);
  }

  /** True for Unicode's Case_Ignorable, letters with a case among them. */
  boolean isIgnorable(int codePoint) {
    return ignorable.get(codePoint);
  }
}
