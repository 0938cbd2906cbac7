package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * The selected rows of a batch, group by group: each group's rows in their order. An aggregate that
 * adds up a run of rows holds its sum in a register. Row by row it would load and store the sum of
 * another group each time. Not thread-safe.
 */
public final class GroupRuns {
  /** Fewer rows than this for each group are not worth the sorting. */
  private static final int MIN_ROWS_PER_GROUP = 8;

  /** Positions in the batch, group by group; shared with the selection if there is one group. */
  int[] positions = {};

  private int[] sorted = {};

  /** Ends of the rows of each group in {@link #positions}. */
  int[] ends = {};

  /** Groups, with rows of the batch or without. */
  int groupCount;

  /** Whether sorting pays. */
  public static boolean pay(int rowCount, int groupCount) {
    return rowCount >= (long) MIN_ROWS_PER_GROUP * groupCount;
  }

  /**
   * Sorts the rows of the next batch.
   *
   * @param groups the group of each row, indexed by the row's position in the batch
   */
  public void sort(SelectedRows rows, int[] groups, int groupCount) {
    this.groupCount = groupCount;
    if (ends.length < groupCount) {
      ends = new int[groupCount];
    }
    if (groupCount == 1) {
      positions = rows.positions;
      ends[0] = rows.count;
      return;
    }
    if (sorted.length < rows.count) {
      sorted = new int[rows.count];
    }
    positions = sorted;
    Arrays.fill(ends, 0, groupCount, 0);
    for (int i = 0; i < rows.count; i++) {
      ends[groups[rows.positions[i]]]++;
    }
    int begin = 0;
    for (int g = 0; g < groupCount; g++) {
      int count = ends[g];
      ends[g] = begin;
      begin += count;
    }
    for (int i = 0; i < rows.count; i++) {
      int row = rows.positions[i];
      positions[ends[groups[row]]++] = row;
    }
  }

  /** Returns the begin of the rows of a group in {@link #positions}. */
  int begin(int group) {
    return group == 0 ? 0 : ends[group - 1];
  }
}
