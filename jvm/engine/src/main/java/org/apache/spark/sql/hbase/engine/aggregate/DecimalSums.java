package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.types.Int128;

/**
 * Sums of DECIMAL values that are looked at in the end only: one that does not fit its precision
 * then is NULL. A sum may leave the precision for a while, and even 128 bits, as in Spark's
 * generated code for aggregates without groups.
 */
final class DecimalSums extends GroupSums {
  private static final int EXTRA_DIGITS = 10;

  /** The lowest digit of a number in base 2^32. */
  private static final long DIGIT = 0xFFFF_FFFFL;

  private final boolean addsLongs;

  /** Values whose sum fits 64 bits, whatever they are. */
  private final long mostInLong;

  private final Int128 scratch = new Int128();
  private long[] highs = {};
  private long[] lows = {};

  /**
   * The number of times each sum wrapped around 2^128 upwards, less the times it wrapped downwards.
   */
  private int[] turns = {};

  DecimalSums(SqlType argument) {
    super(typeOfSum(argument));
    this.addsLongs = argument.physical() == SqlType.Physical.LONG;
    this.mostInLong = addsLongs ? Long.MAX_VALUE / Int128.longPowerOfTen(argument.precision()) : 0;
  }

  /** The type of a sum of DECIMAL values: ten digits more, at most 38. */
  static SqlType typeOfSum(SqlType argument) {
    return SqlType.decimal(
        Math.min(SqlType.MAX_PRECISION, argument.precision() + EXTRA_DIGITS), argument.scale());
  }

  /** Whether 10,000,000,000 values of the type can be added without leaving the type of the sum. */
  static boolean hasTenExtraDigits(SqlType argument) {
    return argument.precision() + EXTRA_DIGITS <= SqlType.MAX_PRECISION;
  }

  @Override
  int bytesPerGroup() {
    return 3 * Long.BYTES + Integer.BYTES;
  }

  @Override
  void resize(int groups) {
    super.resize(groups);
    highs = Arrays.copyOf(highs, groups);
    lows = Arrays.copyOf(lows, groups);
    turns = Arrays.copyOf(turns, groups);
  }

  @Override
  void add(ColumnVector values, SelectedRows rows, int[] groups) {
    if (addsLongs) {
      addLongs(values.longs, rows, groups);
    } else {
      addWide(values.highs, values.longs, rows, groups);
    }
  }

  private void addLongs(long[] values, SelectedRows rows, int[] groups) {
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      long value = values[row];
      long low = lows[g] + value;
      lows[g] = low;
      highs[g] += (value >> 63) + (Long.compareUnsigned(low, value) < 0 ? 1 : 0);
      counts[g]++;
    }
  }

  private void addWide(long[] valueHighs, long[] valueLows, SelectedRows rows, int[] groups) {
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      add(g, valueHighs[row], valueLows[row]);
      counts[g]++;
    }
  }

  private void add(int group, long valueHigh, long valueLow) {
    long low = lows[group] + valueLow;
    long before = highs[group];
    long high = before + valueHigh + (Long.compareUnsigned(low, valueLow) < 0 ? 1 : 0);
    if (((before ^ high) & (valueHigh ^ high)) < 0) {
      turns[group] += valueHigh < 0 ? -1 : 1;
    }
    lows[group] = low;
    highs[group] = high;
  }

  /**
   * Adds up digits in base 2^32, each in a sum of its own, which the values of a batch cannot
   * leave.
   */
  @Override
  void addRun(ColumnVector values, int[] positions, int begin, int end, int group) {
    if (addsLongs) {
      addRunOfLongs(values.longs, positions, begin, end, group);
    } else {
      addRunOfWide(values.highs, values.longs, positions, begin, end, group);
    }
  }

  private void addRunOfLongs(long[] values, int[] positions, int begin, int end, int group) {
    if (end - begin <= mostInLong) {
      long sum = 0;
      for (int i = begin; i < end; i++) {
        sum += values[positions[i]];
      }
      add(group, sum >> 63, sum);
      return;
    }
    long first = 0;
    long second = 0;
    for (int i = begin; i < end; i++) {
      long value = values[positions[i]];
      first += value & DIGIT;
      second += value >> Integer.SIZE;
    }
    addDigits(group, first, second, 0, 0);
  }

  private void addRunOfWide(
      long[] valueHighs, long[] valueLows, int[] positions, int begin, int end, int group) {
    long first = 0;
    long second = 0;
    long third = 0;
    long fourth = 0;
    for (int i = begin; i < end; i++) {
      int row = positions[i];
      long low = valueLows[row];
      long high = valueHighs[row];
      first += low & DIGIT;
      second += low >>> Integer.SIZE;
      third += high & DIGIT;
      fourth += high >> Integer.SIZE;
    }
    addDigits(group, first, second, third, fourth);
  }

  /** Adds a number of digits in base 2^32, the lowest one first, which may be larger than that. */
  private void addDigits(int group, long first, long second, long third, long fourth) {
    long carried2 = second + (first >> Integer.SIZE);
    long carried3 = third + (carried2 >> Integer.SIZE);
    long carried4 = fourth + (carried3 >> Integer.SIZE);
    turns[group] += (int) (carried4 - (int) carried4 >> Integer.SIZE);
    add(
        group,
        carried4 << Integer.SIZE | carried3 & DIGIT,
        carried2 << Integer.SIZE | first & DIGIT);
  }

  @Override
  void put(int group, ColumnVector out) {
    scratch.set(highs[group], lows[group]);
    if (turns[group] != 0 || !scratch.fits(type().precision())) {
      out.putNull();
    } else if (type().physical() == SqlType.Physical.LONG) {
      out.putLong(lows[group]);
    } else {
      out.putDecimal128(highs[group], lows[group]);
    }
  }
}
