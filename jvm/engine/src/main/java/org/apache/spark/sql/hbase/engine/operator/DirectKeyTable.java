package org.apache.spark.sql.hbase.engine.operator;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * Groups by keys of few possible values: BOOLEAN, TINYINT, and STRING and BINARY of at most one
 * ASCII character. Each key is a digit of a number, and that number is looked up in an array with
 * one entry per possible key: no hash, no comparison. A batch with any longer value is not
 * accepted.
 */
final class DirectKeyTable implements GroupTable {
  private static final int MAX_CODES = 1 << Character.SIZE;

  /** Digits of a key: 0 is NULL. */
  private static final int NULL = 0;

  /** Bytes: 1 is the empty value, then the characters from 0 on. */
  private static final int EMPTY = 1;

  private static final int FIRST_CHARACTER = 2;
  private static final int CHARACTERS = 128;

  private final List<SqlType> keyTypes;
  private final int[] radixes;
  private final int codeCount;

  /** By code: 1 more than the group, 0 if there is none. Empty until room was made. */
  private char[] groupOfCode = {};

  private int[] codes = {};
  private int groupCount;

  DirectKeyTable(List<SqlType> keyTypes) {
    this.keyTypes = keyTypes;
    this.radixes = keyTypes.stream().mapToInt(DirectKeyTable::radix).toArray();
    this.codeCount = (int) codeCount(keyTypes);
  }

  /** Whether there are keys, and few possible ones. */
  static boolean supports(List<SqlType> keyTypes) {
    long count = codeCount(keyTypes);
    return !keyTypes.isEmpty() && count > 0 && count < MAX_CODES;
  }

  /** 0 if a type has too many values. */
  private static long codeCount(List<SqlType> keyTypes) {
    long count = 1;
    for (SqlType type : keyTypes) {
      count = Math.min(MAX_CODES, count * radix(type));
    }
    return count;
  }

  private static int radix(SqlType type) {
    return switch (type.kind()) {
      case BOOLEAN -> 1 + 2;
      case TINYINT -> 1 + 256;
      case STRING, BINARY -> FIRST_CHARACTER + CHARACTERS;
      default -> 0;
    };
  }

  @Override
  public boolean accepts(ColumnVector[] keyColumns, SelectedRows rows) {
    for (ColumnVector column : keyColumns) {
      if (column.physical() == SqlType.Physical.BYTES && !hasSingleCharacters(column, rows)) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasSingleCharacters(ColumnVector column, SelectedRows rows) {
    int[] offsets = column.offsets;
    byte[] data = column.data;
    for (int i = 0; i < rows.count; i++) {
      int row = rows.positions[i];
      int start = offsets[row];
      int length = offsets[row + 1] - start;
      if (length > 1 || (length == 1 && data[start] < 0)) {
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
    return Math.min(rows, codeCount - groupCount);
  }

  @Override
  public long fixedBytes(int capacity) {
    return (long) Integer.BYTES * capacity + (long) Character.BYTES * codeCount;
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
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      groups[positions[i]] = 0;
    }
    for (int k = 0; k < radixes.length; k++) {
      if (keyColumns[k].physical() == SqlType.Physical.BYTES) {
        addCharacters(keyColumns[k], radixes[k], rows, groups);
      } else {
        addLongs(keyColumns[k], k, rows, groups);
      }
    }
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int group = groupOfCode[groups[row]] - 1;
      groups[row] = group >= 0 ? group : newGroup(groups[row]);
    }
  }

  private void addLongs(ColumnVector column, int key, SelectedRows rows, int[] numbers) {
    int radix = radixes[key];
    long smallest = smallest(keyTypes.get(key));
    for (int i = 0; i < rows.count; i++) {
      int row = rows.positions[i];
      int digit = column.nulls[row] ? NULL : (int) (column.longs[row] - smallest) + 1;
      numbers[row] = numbers[row] * radix + digit;
    }
  }

  private static long smallest(SqlType type) {
    return type.kind() == SqlType.Kind.TINYINT ? Byte.MIN_VALUE : 0;
  }

  private static void addCharacters(
      ColumnVector column, int radix, SelectedRows rows, int[] numbers) {
    int[] offsets = column.offsets;
    byte[] data = column.data;
    for (int i = 0; i < rows.count; i++) {
      int row = rows.positions[i];
      int digit = NULL;
      if (!column.nulls[row]) {
        int start = offsets[row];
        digit = start == offsets[row + 1] ? EMPTY : FIRST_CHARACTER + data[start];
      }
      numbers[row] = numbers[row] * radix + digit;
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
    byte[] character = new byte[1];
    int divisor = 1;
    for (int k = radixes.length - 1; k >= 0; k--) {
      for (int g = 0; g < groupCount; g++) {
        int digit = codes[g] / divisor % radixes[k];
        if (digit == NULL) {
          out[k].putNull();
        } else if (out[k].physical() != SqlType.Physical.BYTES) {
          out[k].putLong(digit - 1 + smallest(keyTypes.get(k)));
        } else {
          character[0] = (byte) (digit - FIRST_CHARACTER);
          out[k].putBytes(character, 0, digit == EMPTY ? 0 : 1);
        }
      }
      divisor *= radixes[k];
    }
  }
}
