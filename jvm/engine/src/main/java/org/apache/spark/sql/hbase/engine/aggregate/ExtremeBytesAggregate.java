package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * {@code min} and {@code max} of STRING and BINARY by unsigned bytes: state of the argument's type,
 * NULL until the first value. Each group has an array of its own, which a new value reuses where it
 * fits.
 */
public final class ExtremeBytesAggregate extends PartialAggregate {
  /** Header and padding of a small array on the heap. */
  private static final int ARRAY_OVERHEAD_BYTES = 24;

  private final Extreme extreme;
  private byte[][] best = {};
  private int[] lengths = {};
  private long variableBytes;

  public ExtremeBytesAggregate(Extreme extreme, SqlType argument) {
    super(List.of(argument));
    this.extreme = extreme;
  }

  @Override
  public int bytesPerGroup() {
    return Long.BYTES + Integer.BYTES;
  }

  @Override
  public long variableBytes() {
    return variableBytes;
  }

  @Override
  public long maxVariableBytes(ColumnVector argument, SelectedRows rows) {
    return (long) rows.count * ARRAY_OVERHEAD_BYTES + argument.lengthOf(rows);
  }

  @Override
  public void resize(int groups) {
    if (groups < best.length) {
      for (int g = groups; g < best.length; g++) {
        variableBytes -= best[g] == null ? 0 : best[g].length + ARRAY_OVERHEAD_BYTES;
      }
    }
    best = Arrays.copyOf(best, groups);
    lengths = Arrays.copyOf(lengths, groups);
  }

  @Override
  public void update(ColumnVector argument, SelectedRows rows, int[] groups) {
    byte[] data = argument.data;
    int[] offsets = argument.offsets;
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      int start = offsets[row];
      int end = offsets[row + 1];
      byte[] held = best[g];
      if (held == null
          || extreme.replaces(Arrays.compareUnsigned(data, start, end, held, 0, lengths[g]))) {
        set(g, data, start, end - start);
      }
    }
  }

  private void set(int group, byte[] data, int start, int length) {
    byte[] held = best[group];
    if (held == null || held.length < length) {
      variableBytes += held == null ? length + ARRAY_OVERHEAD_BYTES : length - held.length;
      held = new byte[length];
      best[group] = held;
    }
    System.arraycopy(data, start, held, 0, length);
    lengths[group] = length;
  }

  @Override
  public void state(int groupCount, ColumnVector[] out) {
    for (int g = 0; g < groupCount; g++) {
      if (best[g] == null) {
        out[0].putNull();
      } else {
        out[0].putBytes(best[g], 0, lengths[g]);
      }
    }
  }
}
