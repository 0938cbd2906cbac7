package org.apache.spark.sql.hbase.engine.operator.join;

import java.util.List;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.operator.BatchOperator;
import org.apache.spark.sql.hbase.engine.operator.group.KeyLookup;
import org.apache.spark.sql.hbase.wire.proto.JoinType;

/**
 * Joins rows with the build rows that have their keys. Semi and anti joins only select rows. Inner
 * and left outer joins return a batch of their own, all selected. It has for each row, in order,
 * its matches in the order of the build rows. Its size is at most that of the input times {@link
 * BuildRows#maxMatches}; who fills the input batch takes that into account.
 */
public final class BroadcastJoinOperator implements BatchOperator {
  private final JoinType type;
  private final VectorExpression[] keys;
  private final ColumnVector[] keyColumns;
  private final BuildRows build;
  private final KeyLookup lookup;
  private int[] groups = {};

  /** The row of the input for each row of the output. */
  private int[] inputRows = {};

  private int[] buildRows = {};

  /** Made for the first batch, with the columns that the input has. */
  private ColumnVector[] output;

  /**
   * @param keys one per key of the build rows, of its type
   */
  public BroadcastJoinOperator(JoinType type, List<VectorExpression> keys, BuildRows build) {
    this.type = type;
    this.keys = keys.toArray(VectorExpression[]::new);
    this.keyColumns = new ColumnVector[this.keys.length];
    this.build = build;
    this.lookup = build.newLookup();
  }

  @Override
  public ColumnBatch apply(ColumnBatch input, SelectedRows rows) {
    for (int i = 0; i < keys.length; i++) {
      keyColumns[i] = keys[i].evaluate(input, rows);
    }
    if (groups.length < input.rowCount()) {
      groups = new int[input.rowCount()];
    }
    lookup.find(keyColumns, rows, groups);
    return switch (type) {
      case LEFT_SEMI -> selected(input, rows, true);
      case LEFT_ANTI -> selected(input, rows, false);
      case INNER, LEFT_OUTER -> joined(input, rows);
      case JOIN_TYPE_UNSPECIFIED, UNRECOGNIZED ->
          throw new IllegalStateException("a validated sub-plan names every type of join");
    };
  }

  private ColumnBatch selected(ColumnBatch input, SelectedRows rows, boolean isMatched) {
    int[] positions = rows.positions;
    int kept = 0;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      positions[kept] = row;
      kept += (groups[row] != KeyLookup.NO_GROUP) == isMatched ? 1 : 0;
    }
    rows.keepFirst(kept);
    return input;
  }

  private ColumnBatch joined(ColumnBatch input, SelectedRows rows) {
    int count = pair(rows);
    if (output == null) {
      output = newOutput(input);
    }
    for (int i = 0; i < output.length; i++) {
      if (output[i] != null) {
        output[i].reset();
        if (i < input.columnCount()) {
          output[i].append(input.column(i), inputRows, count);
        } else {
          output[i].append(build.values[i - input.columnCount()], buildRows, count);
        }
      }
    }
    ColumnBatch batch = new ColumnBatch(output, Math.max(1, count));
    batch.setRowCount(count);
    rows.selectAll(count);
    return batch;
  }

  /** Pairs rows with their matches; returns how many there are. */
  private int pair(SelectedRows rows) {
    ensurePairs(Math.multiplyExact(rows.count, Math.max(1, build.maxMatches())));
    int count = 0;
    for (int i = 0; i < rows.count; i++) {
      int row = rows.positions[i];
      int group = groups[row];
      if (group == KeyLookup.NO_GROUP) {
        inputRows[count] = row;
        buildRows[count] = build.nullRow;
        count += type == JoinType.LEFT_OUTER ? 1 : 0;
        continue;
      }
      for (int match = build.starts[group]; match < build.starts[group + 1]; match++) {
        inputRows[count] = row;
        buildRows[count++] = build.rows[match];
      }
    }
    return count;
  }

  private void ensurePairs(int count) {
    if (inputRows.length < count) {
      inputRows = new int[count];
      buildRows = new int[count];
    }
  }

  private ColumnVector[] newOutput(ColumnBatch input) {
    ColumnVector[] columns = new ColumnVector[input.columnCount() + build.values.length];
    for (int i = 0; i < input.columnCount(); i++) {
      columns[i] = input.column(i) == null ? null : new ColumnVector(input.column(i).type());
    }
    for (int i = 0; i < build.values.length; i++) {
      columns[input.columnCount() + i] = new ColumnVector(build.values[i].type());
    }
    return columns;
  }
}
