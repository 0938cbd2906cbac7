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

  private final boolean addsLongs;
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
      long valueHigh = valueHighs[row];
      long valueLow = valueLows[row];
      long low = lows[g] + valueLow;
      long before = highs[g];
      long high = before + valueHigh + (Long.compareUnsigned(low, valueLow) < 0 ? 1 : 0);
      if (((before ^ high) & (valueHigh ^ high)) < 0) {
        turns[g] += valueHigh < 0 ? -1 : 1;
      }
      lows[g] = low;
      highs[g] = high;
      counts[g]++;
    }
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
