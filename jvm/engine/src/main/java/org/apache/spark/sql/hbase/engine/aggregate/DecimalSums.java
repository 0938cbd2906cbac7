package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.decimal.Int128;

/**
 * Sums of DECIMAL values per group, each 0 at first. A sum that leaves its precision becomes NULL
 * and stays so, as an overflowed decimal in Spark's buffer.
 */
final class DecimalSums {
  static final int BYTES_PER_GROUP = 2 * Long.BYTES + 1;
  private static final int EXTRA_DIGITS = 10;

  private final SqlType type;
  private final Int128 scratch = new Int128();
  private long[] highs = {};
  private long[] lows = {};
  private boolean[] overflowed = {};

  DecimalSums(SqlType type) {
    this.type = type;
  }

  /** The type of a sum of DECIMAL values: ten digits more, at most 38. */
  static SqlType typeOfSum(SqlType argument) {
    return SqlType.decimal(
        Math.min(SqlType.MAX_PRECISION, argument.precision() + EXTRA_DIGITS), argument.scale());
  }

  void resize(int groups) {
    highs = Arrays.copyOf(highs, groups);
    lows = Arrays.copyOf(lows, groups);
    overflowed = Arrays.copyOf(overflowed, groups);
  }

  void add(int group, long high, long low) {
    scratch.set(highs[group], lows[group]);
    if (scratch.add(high, low) && scratch.fits(type.precision())) {
      highs[group] = scratch.high();
      lows[group] = scratch.low();
    } else {
      overflowed[group] = true;
    }
  }

  void put(int group, ColumnVector out) {
    if (overflowed[group]) {
      out.putNull();
    } else if (type.physical() == SqlType.Physical.LONG) {
      out.putLong(lows[group]);
    } else {
      out.putDecimal128(highs[group], lows[group]);
    }
  }
}
