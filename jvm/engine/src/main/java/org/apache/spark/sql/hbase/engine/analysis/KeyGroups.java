package org.apache.spark.sql.hbase.engine.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.engine.aggregate.PartialAggregates;
import org.apache.spark.sql.hbase.engine.operator.OperatorSpec;
import org.apache.spark.sql.hbase.engine.operator.ReferencedColumns;
import org.apache.spark.sql.hbase.engine.operator.RowUses;
import org.apache.spark.sql.hbase.wire.proto.Aggregate;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;

/**
 * Finds sub-plans to which the first row of all that start with the same key columns is as good as
 * all of them. Over the key (a, b) these are {@code SELECT DISTINCT a} and {@code SELECT max(a)},
 * because those rows are alike to them, errors included. Another is {@code SELECT a, min(b) ...
 * GROUP BY a}, because the first row has the smallest b.
 */
public final class KeyGroups {
  private final SubPlan plan;

  /** Positions in the table of the key columns, in the order of the key. */
  private final List<Integer> keyColumns;

  private KeyGroups(SubPlan plan) {
    this.plan = plan;
    this.keyColumns =
        IntStream.range(0, plan.getTable().getColumnsCount())
            .filter(column -> plan.getTable().getColumns(column).hasKey())
            .boxed()
            .toList();
  }

  /** Conditions and one aggregation behind them, all over the columns of the table. */
  private static final class TestedGroups implements RowUses {
    private final List<Expression> predicates = new ArrayList<>();
    private PickedColumns columns = PickedColumns.OF_TABLE;
    private Aggregate aggregate;
    private boolean hasOthers;

    @Override
    public void test(Expression predicate) {
      predicates.add(columns.overTable(predicate));
      hasOthers |= aggregate != null;
    }

    @Override
    public void replace(List<Expression> values) {
      Optional<PickedColumns> picked = columns.picked(values);
      columns = picked.orElse(columns);
      hasOthers |= aggregate != null || picked.isEmpty();
    }

    @Override
    public void group(Aggregate groups) {
      hasOthers |= aggregate != null;
      aggregate = columns.overTable(groups);
    }

    @Override
    public void other() {
      hasOthers = true;
    }

    /** Whether an aggregation comes last, and nothing but conditions before it. */
    boolean areAll() {
      return aggregate != null && !hasOthers;
    }
  }

  /**
   * The number of these columns, 0 if one row is enough. It is one more for a salt or hash, behind
   * which the groups begin anew. Empty if the plan looks at other columns or at the whole key, or
   * counts.
   *
   * @param operators the specs of the plan's operators
   */
  public static OptionalInt columnsOf(SubPlan plan, List<OperatorSpec> operators) {
    TestedGroups groups = new TestedGroups();
    for (OperatorSpec operator : operators) {
      if (groups.hasOthers) {
        break;
      }
      operator.addUse(groups);
    }
    // The first row of all that start alike may be a foreign one.
    return groups.areAll() && !plan.getTable().getSetsAsideForeignRows()
        ? new KeyGroups(plan).columns(groups)
        : OptionalInt.empty();
  }

  private OptionalInt columns(TestedGroups groups) {
    ReferencedColumns referenced = new ReferencedColumns(plan.getTable().getColumnsCount());
    referenced.addAll(groups.predicates);
    referenced.addAll(groups.aggregate.getGroupByList());
    int columns = 0;
    for (AggregateCall call : groups.aggregate.getCallsList()) {
      if (isValueOfFirstRow(call)) {
        columns = Math.max(columns, keyColumns.indexOf(call.getArguments(0).getColumn()));
      } else if (PartialAggregates.takesRepeatedRows(call)) {
        referenced.addAll(call.getArgumentsList());
        if (call.hasFilter()) {
          referenced.add(call.getFilter());
        }
      } else {
        return OptionalInt.empty();
      }
    }
    boolean[] flags = referenced.flags();
    for (int column = 0; column < flags.length; column++) {
      if (flags[column]) {
        int part = keyColumns.indexOf(column);
        if (part < 0) {
          return OptionalInt.empty();
        }
        columns = Math.max(columns, part + 1);
      }
    }
    int inFront = plan.getTable().hasKeyPrefix() ? 1 : 0;
    return columns < keyColumns.size() ? OptionalInt.of(inFront + columns) : OptionalInt.empty();
  }

  /** MIN of a key column by whose values row keys ascend, or MAX of one by which they descend. */
  private boolean isValueOfFirstRow(AggregateCall call) {
    boolean isMax = call.getFunction() == AggregateFunction.MAX;
    if (!isMax && call.getFunction() != AggregateFunction.MIN || call.hasFilter()) {
      return false;
    }
    Expression argument = call.getArguments(0);
    if (argument.getNodeCase() != Expression.NodeCase.COLUMN) {
      return false;
    }
    Column column = plan.getTable().getColumns(argument.getColumn());
    return KeyOrder.isOfValues(column) && column.getKey().getDescending() == isMax;
  }
}
