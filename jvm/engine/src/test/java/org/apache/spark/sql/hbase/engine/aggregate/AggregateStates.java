package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.testkit.FixtureValues;
import org.apache.spark.sql.hbase.testkit.ResultRows;
import org.apache.spark.sql.hbase.wire.ArrowColumn;
import org.apache.spark.sql.hbase.wire.ArrowColumns;
import org.apache.spark.sql.hbase.wire.proto.DataType;

/** Feeds rows to an aggregate, as a BoundAggregate would, and reads its state as plain rows. */
final class AggregateStates {
  private final PartialAggregate aggregate;
  private final List<SqlType> types;
  private int groupCount;

  AggregateStates(PartialAggregate aggregate, SqlType... arguments) {
    this.aggregate = aggregate;
    this.types = List.of(arguments);
  }

  /** State of one group after these values of the only argument. */
  static List<Object> of(PartialAggregate aggregate, SqlType argument, Object... values) {
    return new AggregateStates(aggregate, argument).groups(1).add(0, values).state().get(0);
  }

  AggregateStates groups(int count) {
    groupCount = count;
    aggregate.resize(count);
    return this;
  }

  /** Adds values of the only argument to a group. */
  AggregateStates add(int group, Object... values) {
    return addRows(group, Arrays.stream(values).map(Arrays::asList).toList());
  }

  /**
   * Adds rows of arguments to a group, with a row before and after them that is not selected. Rows
   * with a NULL that the function skips are left out.
   */
  AggregateStates addRows(int group, List<List<Object>> argumentRows) {
    ColumnVector[] arguments = types.stream().map(ColumnVector::new).toArray(ColumnVector[]::new);
    SelectedRows rows = new SelectedRows(1);
    putNulls(arguments);
    int position = 1;
    for (List<Object> row : argumentRows) {
      boolean isSkipped = false;
      for (int i = 0; i < arguments.length; i++) {
        FixtureValues.put(row.get(i), types.get(i), arguments[i]);
        isSkipped |= row.get(i) == null && aggregate.skipsNull(i);
      }
      if (!isSkipped) {
        rows.add(position);
      }
      position++;
    }
    putNulls(arguments);
    int[] groups = new int[position + 1];
    Arrays.fill(groups, group);
    aggregate.update(arguments, rows, groups);
    return this;
  }

  private static void putNulls(ColumnVector[] arguments) {
    for (ColumnVector argument : arguments) {
      argument.putNull();
    }
  }

  List<List<Object>> state() {
    ColumnVector[] out =
        aggregate.stateTypes().stream().map(ColumnVector::new).toArray(ColumnVector[]::new);
    aggregate.state(groupCount, out);
    List<ArrowColumn> columns = new ArrayList<>();
    for (ColumnVector vector : out) {
      columns.add(toArrow(vector));
    }
    return ResultRows.of(columns, groupCount);
  }

  private static ArrowColumn toArrow(ColumnVector vector) {
    DataType type = SqlTypes.toWire(vector.type());
    return switch (vector.physical()) {
      case LONG -> ArrowColumns.ofLongs(type, vector.longs, vector.nulls, vector.size());
      case DOUBLE -> ArrowColumns.ofDoubles(type, vector.doubles, vector.nulls, vector.size());
      case DECIMAL128 ->
          ArrowColumns.ofDecimals(type, vector.highs, vector.longs, vector.nulls, vector.size());
      case BYTES ->
          ArrowColumns.ofBytes(type, vector.data, vector.offsets, vector.nulls, vector.size());
    };
  }
}
