package org.apache.spark.sql.hbase.engine.operator.group;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * Groups by keys of few values. Each value is a digit of a number ({@link KeyDigits}), and that
 * number is looked up in an array with one entry per possible key. Only short values are hashed and
 * compared, in a dictionary of their column. A batch with a value that has no digit is not
 * accepted.
 */
final class DirectKeyTable implements GroupTable {
  /** An array of more would cost a scan of few rows more than it gains. */
  private static final int MAX_CODES = 1 << 14;

  private final KeyDigits[] digits;
  private final int codeCount;

  /** By code: 1 more than the group, 0 if there is none. Empty until room was made. */
  private char[] groupOfCode = {};

  private int[] codes = {};
  private int groupCount;

  /** Codes of the selected rows of the batch that was accepted last. */
  private int[] accepted = {};

  DirectKeyTable(List<SqlType> keyTypes) {
    int[] radixes = KeyDigits.radixes(keyTypes, MAX_CODES);
    this.digits = new KeyDigits[radixes.length];
    int count = 1;
    for (int k = 0; k < radixes.length; k++) {
      digits[k] = digits(keyTypes.get(k), radixes[k]);
      count *= radixes[k];
    }
    this.codeCount = count;
  }

  private static KeyDigits digits(SqlType type, int radix) {
    if (!KeyDigits.areOfDictionary(type)) {
      return new RangeDigits(type, radix);
    }
    return type.physical() == SqlType.Physical.BYTES
        ? new BytesDictionary(radix)
        : new LongDictionary(radix);
  }

  /**
   * Whether there are keys, and possibly few of them. One integer is better looked up in a table of
   * its own.
   */
  static boolean supports(List<SqlType> keyTypes) {
    return KeyDigits.radixes(keyTypes, MAX_CODES).length > 0 && !isOneInteger(keyTypes);
  }

  private static boolean isOneInteger(List<SqlType> keyTypes) {
    SqlType first = keyTypes.get(0);
    return keyTypes.size() == 1
        && first.physical() == SqlType.Physical.LONG
        && KeyDigits.areOfDictionary(first);
  }

  @Override
  public boolean takesPlaces() {
    return true;
  }

  @Override
  public boolean accepts(ColumnVector[] keyColumns, SelectedRows rows) {
    if (accepted.length < rows.count) {
      accepted = new int[rows.count];
    }
    Arrays.fill(accepted, 0, rows.count, 0);
    for (int k = 0; k < digits.length; k++) {
      if (!digits[k].append(keyColumns[k], rows, accepted)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int groupCount() {
    return groupCount;
  }

  @Override
  public int maxNewGroups(int rows) {
    int possibleGroups = 1;
    for (KeyDigits digit : digits) {
      possibleGroups *= digit.digitsInUse();
    }
    return Math.min(rows, possibleGroups - groupCount);
  }

  @Override
  public long fixedBytes(int capacity) {
    long bytes = (long) Integer.BYTES * (capacity + accepted.length);
    for (KeyDigits digit : digits) {
      bytes += digit.bytes();
    }
    return bytes + (long) Character.BYTES * codeCount;
  }

  @Override
  public long keyBytes() {
    return 0;
  }

  @Override
  public long keyBytesFor(ColumnVector[] keyColumns, SelectedRows rows) {
    return 0;
  }

  @Override
  public void resize(int capacity, long keyBytes) {
    codes = Arrays.copyOf(codes, capacity);
    if (groupOfCode.length == 0) {
      groupOfCode = new char[codeCount];
    }
  }

  @Override
  public long usedBytes() {
    return (long) Integer.BYTES * groupCount;
  }

  @Override
  public void assign(ColumnVector[] keyColumns, SelectedRows rows, int[] groups) {
    for (int i = 0; i < rows.count; i++) {
      int code = accepted[i];
      int group = groupOfCode[code] - 1;
      groups[rows.positions[i]] = group >= 0 ? group : newGroup(code);
    }
  }

  private int newGroup(int code) {
    int group = groupCount++;
    codes[group] = code;
    groupOfCode[code] = (char) groupCount;
    return group;
  }

  @Override
  public void keys(ColumnVector[] out) {
    int divisor = 1;
    for (int k = digits.length - 1; k >= 0; k--) {
      for (int g = 0; g < groupCount; g++) {
        int digit = codes[g] / divisor % digits[k].radix;
        if (digit == KeyDigits.NULL) {
          out[k].putNull();
        } else {
          digits[k].put(digit, out[k]);
        }
      }
      divisor *= digits[k].radix;
    }
  }
}
