package org.apache.spark.sql.hbase.engine.row;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;

/**
 * The columns that a sub-plan looks at, for a source that keeps their values. A decoder of the same
 * columns has decoded them before. Immutable.
 */
public final class DecodedColumns {
  private final StoredColumn[] stored;
  private final boolean areGroups;
  private final List<ColumnRange> ranges;
  private final IntFunction<ColumnBatch> batches;
  private final Function<ColumnBatch, RowDecoder> decoders;

  /**
   * @param stored per ordinal, null for a column that is not looked at
   * @param areGroups the table is columnar
   * @param ranges outside of which rows may be left out
   * @param batches makes a batch of some capacity with the columns
   * @param decoders makes a decoder for a batch, which leaves out no row by its values
   */
  DecodedColumns(
      StoredColumn[] stored,
      boolean areGroups,
      List<ColumnRange> ranges,
      IntFunction<ColumnBatch> batches,
      Function<ColumnBatch, RowDecoder> decoders) {
    this.stored = stored;
    this.areGroups = areGroups;
    this.ranges = ranges;
    this.batches = batches;
    this.decoders = decoders;
  }

  /** The number of columns of the table, those that are not looked at among them. */
  public int count() {
    return stored.length;
  }

  /**
   * Whether an HBase row is a group of any number of rows of the table; else it is at most one of
   * them.
   */
  public boolean areGroups() {
    return areGroups;
  }

  /** The form of the values of a column; null if it is not looked at. */
  public StoredColumn stored(int ordinal) {
    return stored[ordinal];
  }

  /** The forms of all columns that are looked at. */
  public Set<StoredColumn> all() {
    return Arrays.stream(stored).filter(Objects::nonNull).collect(Collectors.toSet());
  }

  /** At most one per column: a row with a value outside of it may be left out. */
  public List<ColumnRange> ranges() {
    return ranges;
  }

  /** An empty batch with the columns. */
  public ColumnBatch newBatch(int capacity) {
    return batches.apply(capacity);
  }

  /** A decoder that leaves out no row by its values. */
  public RowDecoder newDecoder(ColumnBatch batch) {
    return decoders.apply(batch);
  }
}
