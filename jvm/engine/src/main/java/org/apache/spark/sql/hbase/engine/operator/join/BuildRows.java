package org.apache.spark.sql.hbase.engine.operator.join;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.operator.group.EncodedKeyTable;
import org.apache.spark.sql.hbase.engine.operator.group.GroupTable;
import org.apache.spark.sql.hbase.engine.operator.group.GroupTables;
import org.apache.spark.sql.hbase.engine.operator.group.KeyLookup;
import org.apache.spark.sql.hbase.engine.operator.group.LongKeyTable;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.BroadcastJoin;
import org.apache.spark.sql.hbase.wire.proto.BuildColumn;

/**
 * The build rows of a BroadcastJoin, found by their keys. Made once for a compiled sub-plan and
 * shared by all that run it: immutable and thread-safe, but for the {@link KeyLookup}s that it
 * hands out.
 *
 * <p>Keys are numbered as groups, in the order of their first rows; the rows of group {@code g} are
 * {@code rows[starts[g]..starts[g + 1])}, in their order.
 */
public final class BuildRows {
  /** Shared: to be read only. */
  final int[] starts;

  /** Shared: to be read only. */
  final int[] rows;

  /** The row behind the last, which is NULL in all {@link #values}. */
  final int nullRow;

  /** Shared: to be read only. */
  final ColumnVector[] values;

  private final Supplier<KeyLookup> lookups;
  private final int maxMatches;
  private final long heldBytes;

  private BuildRows(BroadcastJoin join) {
    nullRow = BuildColumns.rowCount(join.getBuildKeys(0));
    values = BuildColumns.vectors(join.getBuildValuesList(), nullRow);
    for (ColumnVector column : values) {
      column.putNull();
    }
    List<SqlType> types = types(join.getBuildKeysList());
    ColumnVector[] keys = BuildColumns.vectors(join.getBuildKeysList(), nullRow);
    SelectedRows all = SelectedRows.all(nullRow);
    int[] groups = new int[nullRow];
    GroupTable table;
    if (GroupTables.isOneLong(types)) {
      LongKeyTable longs = new LongKeyTable();
      table = longs;
      lookups = longs::newLookup;
    } else {
      EncodedKeyTable encoded = new EncodedKeyTable(types);
      table = encoded;
      lookups = encoded::newLookup;
    }
    table.resize(nullRow, table.keyBytesFor(keys, all));
    table.assign(keys, all, groups);
    starts = starts(groups, table.groupCount());
    rows = inGroups(groups, starts);
    maxMatches = maxLength(starts);
    heldBytes =
        table.fixedBytes(nullRow)
            + table.keyBytes()
            + (long) Integer.BYTES * (starts.length + rows.length)
            + Arrays.stream(values).mapToLong(ColumnVector::allocatedBytes).sum();
  }

  /** Makes the build rows of an operator that the wire's validation has checked. */
  public static BuildRows of(BroadcastJoin join) {
    return new BuildRows(join);
  }

  private static List<SqlType> types(List<BuildColumn> columns) {
    return columns.stream().map(column -> SqlTypes.of(column.getType())).toList();
  }

  private static int[] starts(int[] groups, int groupCount) {
    int[] starts = new int[groupCount + 1];
    for (int group : groups) {
      starts[group + 1]++;
    }
    for (int g = 0; g < groupCount; g++) {
      starts[g + 1] += starts[g];
    }
    return starts;
  }

  private static int[] inGroups(int[] groups, int[] starts) {
    int[] next = starts.clone();
    int[] rows = new int[groups.length];
    for (int row = 0; row < groups.length; row++) {
      rows[next[groups[row]]++] = row;
    }
    return rows;
  }

  private static int maxLength(int[] starts) {
    int length = 0;
    for (int g = 1; g < starts.length; g++) {
      length = Math.max(length, starts[g] - starts[g - 1]);
    }
    return length;
  }

  /** Types of the columns that matches add. */
  public List<SqlType> valueTypes() {
    return Arrays.stream(values).map(ColumnVector::type).toList();
  }

  /** Rows with the same keys, at most. */
  public int maxMatches() {
    return maxMatches;
  }

  /** Bytes of the longest value of a column of variable length; 0 for another one. */
  public int longestValue(int column) {
    ColumnVector value = values[column];
    return value.physical() == SqlType.Physical.BYTES
        ? IntStream.range(0, value.size()).map(value::length).max().orElse(0)
        : 0;
  }

  /** Memory that they take while the sub-plan is kept. */
  public long heldBytes() {
    return heldBytes;
  }

  KeyLookup newLookup() {
    return lookups.get();
  }
}
