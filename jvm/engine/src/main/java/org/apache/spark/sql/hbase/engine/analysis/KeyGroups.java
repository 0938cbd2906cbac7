package org.apache.spark.sql.hbase.engine.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.wire.proto.Aggregate;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;

/**
 * Finds sub-plans to which the first row of all that start with the same key columns is as good as
 * all of them. Over the key (a, b) these are {@code SELECT DISTINCT a} and {@code SELECT max(a)},
 * because those rows are alike to them, errors included; and {@code SELECT a, min(b) ... GROUP BY
 * a}, because the first row has the smallest b.
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

  /**
   * The number of these columns, 0 if one row is enough, and one more for a salt or hash, behind
   * each of which the groups begin anew; empty if the plan looks at others or at the whole key, or
   * counts.
   */
  public static OptionalInt columnsOf(SubPlan plan) {
    return new KeyGroups(plan).columns();
  }

  private OptionalInt columns() {
    List<Operator> operators = PickedColumns.inlined(plan.getOperatorsList());
    int last = operators.size() - 1;
    // The first row of all that start alike may be a foreign one.
    if (last < 0
        || plan.getTable().getSetsAsideForeignRows()
        || !operators.get(last).hasAggregate()
        || !operators.subList(0, last).stream().allMatch(Operator::hasFilter)) {
      return OptionalInt.empty();
    }
    Aggregate aggregate = operators.get(last).getAggregate();
    List<AggregateCall> others = new ArrayList<>();
    int columns = 0;
    for (AggregateCall call : aggregate.getCallsList()) {
      if (isValueOfFirstRow(call)) {
        columns = Math.max(columns, keyColumns.indexOf(call.getArguments(0).getColumn()));
      } else if (takesRepeatedRows(call)) {
        others.add(call);
      } else {
        return OptionalInt.empty();
      }
    }
    List<Operator> lookingAtGroups = new ArrayList<>(operators.subList(0, last));
    lookingAtGroups.add(
        Operator.newBuilder()
            .setAggregate(aggregate.toBuilder().clearCalls().addAllCalls(others))
            .build());
    boolean[] referenced =
        ColumnReferences.of(OperatorSpecs.of(lookingAtGroups), plan.getTable().getColumnsCount());
    for (int column = 0; column < referenced.length; column++) {
      if (referenced[column]) {
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

  /** Whether the state stays as it is when a row comes a second time. */
  private static boolean takesRepeatedRows(AggregateCall call) {
    return switch (call.getFunction()) {
      case MIN, MAX, BIT_AND, BIT_OR, APPROX_COUNT_DISTINCT -> true;
      default -> false;
    };
  }
}
