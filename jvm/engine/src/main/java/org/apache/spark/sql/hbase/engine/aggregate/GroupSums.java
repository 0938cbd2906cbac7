package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** A sum and a count of values per group, both 0 at first. One implementation per kind of sum. */
abstract class GroupSums {
  /** Values that were added to each group. */
  long[] counts = {};

  private final SqlType type;

  GroupSums(SqlType type) {
    this.type = type;
  }

  /** Type of the sum as a state column. */
  final SqlType type() {
    return type;
  }

  /** Bytes of one group, the count included. */
  abstract int bytesPerGroup();

  /** Makes the arrays exactly {@code groups} long; groups that were not there start at 0. */
  void resize(int groups) {
    counts = Arrays.copyOf(counts, groups);
  }

  /** Adds and counts the values, none of them NULL. */
  abstract void add(ColumnVector values, SelectedRows rows, int[] groups);

  /**
   * Adds the values of one group, none of them NULL, in this order; the caller counts them.
   *
   * @param positions of the values, from {@code begin} to before {@code end}
   */
  abstract void addRun(ColumnVector values, int[] positions, int begin, int end, int group);

  /** Appends the sum of a group; NULL if it has left its type. */
  abstract void put(int group, ColumnVector out);
}
