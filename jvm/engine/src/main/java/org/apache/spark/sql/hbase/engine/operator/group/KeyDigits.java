package org.apache.spark.sql.hbase.engine.operator.group;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * Gives each value of one group column a small number, its digit. The digits of a group's columns
 * are one number, the index of the group in an array. NULL is 0. Not thread-safe.
 */
abstract class KeyDigits {
  static final int NULL = 0;

  /** Fewer values than this and a dictionary is not worth its while. */
  private static final int MIN_DICTIONARY = 16;

  private static final int MAX_DICTIONARY = 1 << 10;

  /** More than the largest digit. */
  final int radix;

  KeyDigits(int radix) {
    this.radix = radix;
  }

  /**
   * Returns the number of values of a type, NULL included; 0 if the number is not known beforehand.
   */
  private static int knownRadix(SqlType type) {
    return switch (type.kind()) {
      case BOOLEAN -> 1 + 2;
      case TINYINT -> 1 + 256;
      default -> 0;
    };
  }

  private static boolean hasDictionary(SqlType type) {
    return type.physical() == SqlType.Physical.BYTES || type.physical() == SqlType.Physical.LONG;
  }

  /**
   * The radix for each column, with a product of at most {@code maxCodes}; empty if there are none.
   */
  static int[] radixes(List<SqlType> types, int maxCodes) {
    long known = 1;
    int dictionaries = 0;
    for (SqlType type : types) {
      int radix = knownRadix(type);
      known = Math.min(maxCodes + 1L, known * Math.max(1, radix));
      dictionaries += radix == 0 ? 1 : 0;
      if (radix == 0 && !hasDictionary(type)) {
        return new int[0];
      }
    }
    // The root of what is left, so that all dictionaries have the same room.
    int room = (int) Math.pow((double) maxCodes / known, 1.0 / Math.max(1, dictionaries));
    if (known > maxCodes || (dictionaries > 0 && room < MIN_DICTIONARY)) {
      return new int[0];
    }
    int ofDictionary = Math.min(room, MAX_DICTIONARY);
    return types.stream()
        .mapToInt(type -> knownRadix(type) > 0 ? knownRadix(type) : ofDictionary)
        .toArray();
  }

  /** Whether digits are given in the order in which the values come. */
  static boolean areOfDictionary(SqlType type) {
    return knownRadix(type) == 0;
  }

  /**
   * Multiplies each number by the radix and adds the digit of its row.
   *
   * @param numbers one for each selected row, in their order
   * @return false if a value has no digit; the numbers are meaningless then
   */
  abstract boolean append(ColumnVector column, SelectedRows rows, int[] numbers);

  /**
   * Returns the number of digits that values have had so far, or can have, with the digit of NULL.
   */
  abstract int digitsInUse();

  /** Appends the value of a digit that is not {@link #NULL}. */
  abstract void put(int digit, ColumnVector out);

  /** Bytes of the arrays. */
  abstract long bytes();
}
