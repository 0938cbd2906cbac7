package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.SqlTypes;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.testkit.FixtureValues;
import org.apache.spark.sql.hbase.testkit.ResultRows;
import org.apache.spark.sql.hbase.wire.ArrowColumn;
import org.apache.spark.sql.hbase.wire.ArrowColumns;
import org.apache.spark.sql.hbase.wire.proto.DataType;

/** Feeds values to an aggregate and reads its state as plain rows. */
final class AggregateStates {
  private final PartialAggregate aggregate;
  private final SqlType type;
  private int groupCount;

  AggregateStates(PartialAggregate aggregate, SqlType argument) {
    this.aggregate = aggregate;
    this.type = argument;
  }

  /** State of one group after these values, none of them null. */
  static List<Object> of(PartialAggregate aggregate, SqlType argument, Object... values) {
    return new AggregateStates(aggregate, argument).groups(1).add(0, values).state().get(0);
  }

  AggregateStates groups(int count) {
    groupCount = count;
    aggregate.resize(count);
    return this;
  }

  /** Adds values to a group, with a row before and after them that is not selected. */
  AggregateStates add(int group, Object... values) {
    ColumnVector vector = new ColumnVector(type);
    SelectedRows rows = new SelectedRows(1);
    vector.putNull();
    for (Object value : values) {
      rows.add(vector.size());
      FixtureValues.put(value, type, vector);
    }
    vector.putNull();
    int[] groups = new int[vector.size()];
    Arrays.fill(groups, group);
    aggregate.update(vector, rows, groups);
    return this;
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
