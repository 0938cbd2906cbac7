package org.apache.spark.sql.hbase.engine.expression.logic;

import java.util.Arrays;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.Results;

/** Puts one vector together from several, row by row: the branches of a CASE or of COALESCE. */
final class BranchMerge {
  private static final int NO_BRANCH = -1;

  private final ColumnVector[] branches;
  private int[] branchOfRow = new int[0];

  BranchMerge(int branchCount) {
    branches = new ColumnVector[branchCount];
  }

  /** Every row of the batch is NULL until a branch is chosen for it. */
  void start(int batchRows) {
    if (branchOfRow.length < batchRows) {
      branchOfRow = new int[batchRows];
    }
    Arrays.fill(branchOfRow, 0, batchRows, NO_BRANCH);
  }

  /** The vector must stay valid until the merge. */
  void choose(int branch, ColumnVector values, SelectedRows rows) {
    branches[branch] = values;
    for (int k = 0; k < rows.count; k++) {
      branchOfRow[rows.positions[k]] = branch;
    }
  }

  void merge(int batchRows, SelectedRows rows, ColumnVector result) {
    Results.prepare(result, batchRows, rows, rows);
    for (int k = 0; k < rows.count; k++) {
      int i = rows.positions[k];
      int branch = branchOfRow[i];
      if (branch == NO_BRANCH || branches[branch].nulls[i]) {
        result.setNull(i);
      } else {
        Results.copy(branches[branch], i, result);
      }
    }
    Results.complete(result, batchRows);
  }
}
