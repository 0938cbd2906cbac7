package org.apache.spark.sql.hbase.engine.expression.comparison;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.decimal.Int128;
import org.apache.spark.sql.hbase.engine.expression.kernel.Constant;
import org.apache.spark.sql.hbase.engine.expression.kernel.SharedConstant;

/** The constants of an IN list, sorted, for a binary search per row. Immutable. */
abstract sealed class ConstantSet implements SharedConstant {
  /** NULL is one of the constants. */
  final boolean hasNull;

  private ConstantSet(boolean hasNull) {
    this.hasNull = hasNull;
  }

  /** True if the value at a row, which is not NULL, equals one of the constants. */
  abstract boolean contains(ColumnVector values, int row);

  static ConstantSet of(SqlType type, List<Constant> constants) {
    List<Constant> known = constants.stream().filter(constant -> !constant.isNull()).toList();
    boolean hasNull = known.size() < constants.size();
    return switch (type.physical()) {
      case LONG -> new Longs(known, hasNull);
      case DOUBLE -> new Doubles(known, hasNull);
      case DECIMAL128 -> new Decimals(known, hasNull);
      case BYTES -> new Bytes(known, hasNull);
    };
  }

  private static final class Longs extends ConstantSet {
    private final long[] sorted;

    Longs(List<Constant> constants, boolean hasNull) {
      super(hasNull);
      sorted = constants.stream().mapToLong(Constant::low).sorted().toArray();
    }

    @Override
    boolean contains(ColumnVector values, int row) {
      return Arrays.binarySearch(sorted, values.longs[row]) >= 0;
    }

    @Override
    public long heldBytes() {
      return (long) Long.BYTES * sorted.length;
    }
  }

  private static final class Doubles extends ConstantSet {
    /** With -0.0 turned into 0.0, and one bit pattern for NaN. */
    private final double[] sorted;

    Doubles(List<Constant> constants, boolean hasNull) {
      super(hasNull);
      sorted =
          constants.stream()
              .mapToDouble(constant -> normal(constant.floating()))
              .sorted()
              .toArray();
    }

    @Override
    boolean contains(ColumnVector values, int row) {
      return Arrays.binarySearch(sorted, normal(values.doubles[row])) >= 0;
    }

    @Override
    public long heldBytes() {
      return (long) Double.BYTES * sorted.length;
    }

    private static double normal(double value) {
      return value == 0 ? 0 : value;
    }
  }

  private static final class Decimals extends ConstantSet {
    private final long[] highs;
    private final long[] lows;

    Decimals(List<Constant> constants, boolean hasNull) {
      super(hasNull);
      List<Constant> sorted =
          constants.stream()
              .sorted((a, b) -> Int128.compare(a.high(), a.low(), b.high(), b.low()))
              .toList();
      highs = sorted.stream().mapToLong(Constant::high).toArray();
      lows = sorted.stream().mapToLong(Constant::low).toArray();
    }

    @Override
    boolean contains(ColumnVector values, int row) {
      int from = 0;
      int to = lows.length - 1;
      while (from <= to) {
        int middle = (from + to) >>> 1;
        int order =
            Int128.compare(highs[middle], lows[middle], values.highs[row], values.longs[row]);
        if (order == 0) {
          return true;
        }
        if (order < 0) {
          from = middle + 1;
        } else {
          to = middle - 1;
        }
      }
      return false;
    }

    @Override
    public long heldBytes() {
      return 2L * Long.BYTES * lows.length;
    }
  }

  private static final class Bytes extends ConstantSet {
    /** Of an array without its elements, and of the reference to it. */
    private static final long ARRAY_BYTES = 20;

    private final byte[][] sorted;

    Bytes(List<Constant> constants, boolean hasNull) {
      super(hasNull);
      Comparator<byte[]> unsigned = Arrays::compareUnsigned;
      sorted = constants.stream().map(Constant::bytes).sorted(unsigned).toArray(byte[][]::new);
    }

    @Override
    boolean contains(ColumnVector values, int row) {
      int start = values.offsets[row];
      int end = values.offsets[row + 1];
      int from = 0;
      int to = sorted.length - 1;
      while (from <= to) {
        int middle = (from + to) >>> 1;
        byte[] constant = sorted[middle];
        int order = Arrays.compareUnsigned(constant, 0, constant.length, values.data, start, end);
        if (order == 0) {
          return true;
        }
        if (order < 0) {
          from = middle + 1;
        } else {
          to = middle - 1;
        }
      }
      return false;
    }

    @Override
    public long heldBytes() {
      return Arrays.stream(sorted).mapToLong(bytes -> ARRAY_BYTES + bytes.length).sum();
    }
  }
}
