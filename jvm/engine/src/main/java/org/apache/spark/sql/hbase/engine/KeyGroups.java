package org.apache.spark.sql.hbase.engine;

import java.util.List;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;

/**
 * Finds sub-plans that only ask which values the first columns of the row key have: {@code SELECT
 * DISTINCT a WHERE a > 5} over the key (a, b). Whatever they compute is the same for all rows with
 * the same first columns, errors included.
 */
final class KeyGroups {
  private KeyGroups() {}

  /** The number of these columns; 0 if the plan looks at others, at all of the key, or counts. */
  static int columnsOf(SubPlan plan) {
    List<Operator> operators = plan.getOperatorsList();
    int last = operators.size() - 1;
    if (last < 0
        || !operators.get(last).hasAggregate()
        || operators.get(last).getAggregate().getCallsCount() > 0
        || !operators.subList(0, last).stream().allMatch(Operator::hasFilter)) {
      return 0;
    }
    boolean[] referenced = ColumnReferences.of(operators, plan.getTable().getColumnsCount());
    int keyColumns = 0;
    int groupColumns = 0;
    for (int column = 0; column < referenced.length; column++) {
      boolean isKey = plan.getTable().getColumns(column).hasKey();
      if (referenced[column] && !isKey) {
        return 0;
      }
      keyColumns += isKey ? 1 : 0;
      groupColumns = referenced[column] ? keyColumns : groupColumns;
    }
    return groupColumns == keyColumns ? 0 : groupColumns;
  }
}
