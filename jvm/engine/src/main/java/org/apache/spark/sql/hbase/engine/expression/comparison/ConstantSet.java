package org.apache.spark.sql.hbase.engine.expression.comparison;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.Constant;
import org.apache.spark.sql.hbase.engine.expression.kernel.SharedConstant;
import org.apache.spark.sql.hbase.engine.types.Int128;

/**
 * The constants of an IN list: a {@link LongSet}, or sorted for a binary search per row. Immutable.
 */
abstract sealed class ConstantSet implements SharedConstant permits LongSet, ConstantSet.Sorted {
  /** NULL is one of the constants. */
  final boolean hasNull;

  ConstantSet(boolean hasNull) {
    this.hasNull = hasNull;
  }

  /** Sets a BOOLEAN at the rows: whether the value, which is not NULL, equals a constant. */
  abstract void search(ColumnVector values, SelectedRows rows, ColumnVector found);

  static ConstantSet of(SqlType type, List<Constant> constants) {
    List<Constant> known = constants.stream().filter(constant -> !constant.isNull()).toList();
    boolean hasNull = known.size() < constants.size();
    return switch (type.physical()) {
      case LONG -> LongSet.of(known.stream().mapToLong(Constant::low).toArray(), hasNull);
      case DOUBLE -> new Doubles(known, hasNull);
      case DECIMAL128 -> new Decimals(known, hasNull);
      case BYTES -> new Bytes(known, hasNull);
    };
  }

  /** Finds one value after the other by a binary search. */
  abstract static sealed class Sorted extends ConstantSet {
    private Sorted(boolean hasNull) {
      super(hasNull);
    }

    @Override
    final void search(ColumnVector values, SelectedRows rows, ColumnVector found) {
      int[] positions = rows.positions;
      for (int k = 0; k < rows.count; k++) {
        int i = positions[k];
        found.longs[i] = contains(values, i) ? 1 : 0;
      }
    }

    /** True if the value at a row, which is not NULL, equals one of the constants. */
    abstract boolean contains(ColumnVector values, int row);
  }

  private static final class Doubles extends Sorted {
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

  private static final class Decimals extends Sorted {
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

  private static final class Bytes extends Sorted {
    /** The bytes of an array header and of the reference to the array. */
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
