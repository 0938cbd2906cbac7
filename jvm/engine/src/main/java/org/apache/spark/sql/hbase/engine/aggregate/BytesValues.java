package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * STRING and BINARY, one per group, in the order of unsigned bytes. Each group has an array of its
 * own, which a new value reuses where it fits.
 */
final class BytesValues extends GroupValues {
  /** Header and padding of a small array on the heap. */
  private static final int ARRAY_OVERHEAD_BYTES = 24;

  private byte[][] held = {};
  private int[] lengths = {};
  private long variableBytes;

  @Override
  int bytesPerGroup() {
    return Long.BYTES + Integer.BYTES + 1;
  }

  @Override
  long variableBytes() {
    return variableBytes;
  }

  @Override
  long maxVariableBytes(ColumnVector values, SelectedRows rows) {
    return (long) rows.count * ARRAY_OVERHEAD_BYTES + values.lengthOf(rows);
  }

  @Override
  void resize(int groups) {
    super.resize(groups);
    for (int g = groups; g < held.length; g++) {
      variableBytes -= held[g] == null ? 0 : held[g].length + ARRAY_OVERHEAD_BYTES;
    }
    held = Arrays.copyOf(held, groups);
    lengths = Arrays.copyOf(lengths, groups);
  }

  @Override
  void set(ColumnVector values, SelectedRows rows, int[] groups) {
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      if (values.nulls[row]) {
        present[g] = false;
      } else {
        hold(g, values.data, values.offsets[row], values.length(row));
      }
    }
  }

  @Override
  void setExtremes(
      Extreme extreme, ColumnVector values, SelectedRows rows, int[] groups, SelectedRows takers) {
    byte[] data = values.data;
    int[] offsets = values.offsets;
    int[] positions = rows.positions;
    takers.copyFrom(rows);
    int[] taken = takers.positions;
    int count = 0;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      int start = offsets[row];
      int end = offsets[row + 1];
      int order =
          present[g]
              ? extreme.order(Arrays.compareUnsigned(data, start, end, held[g], 0, lengths[g]))
              : 1;
      if (order > 0) {
        hold(g, data, start, end - start);
      }
      taken[count] = row;
      count += order >= 0 ? 1 : 0;
    }
    takers.count = count;
  }

  private void hold(int group, byte[] data, int start, int length) {
    byte[] array = held[group];
    if (array == null || array.length < length) {
      variableBytes += array == null ? length + ARRAY_OVERHEAD_BYTES : length - array.length;
      array = new byte[length];
      held[group] = array;
    }
    System.arraycopy(data, start, array, 0, length);
    lengths[group] = length;
    present[group] = true;
  }

  @Override
  void put(int group, ColumnVector out) {
    if (present[group]) {
      out.putBytes(held[group], 0, lengths[group]);
    } else {
      out.putNull();
    }
  }
}
