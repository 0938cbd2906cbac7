package org.apache.spark.sql.hbase.engine.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Aggregate;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

class TestPickedColumns {
  /** The first two columns are the row key. */
  private static final FixtureTable TABLE =
      new FixtureTable(
          List.of(
              new FixtureColumn("a", SqlType.STRING),
              new FixtureColumn("b", SqlType.INT),
              new FixtureColumn("v", SqlType.INT)),
          2,
          FixtureTable.Layout.PACKED);

  private final Expression a = Plans.column(TABLE, 0);
  private final Expression b = Plans.column(TABLE, 1);
  private final Expression v = Plans.column(TABLE, 2);

  @Test
  void whatStandsAboveRefersToTheTable() {
    assertEquals(isSet(v), PickedColumns.OF_TABLE.overTable(isSet(v)));
    assertEquals(
        aggregate(a),
        PickedColumns.OF_TABLE.picked(List.of(v, a)).orElseThrow().overTable(aggregate(string(1))));
  }

  @Test
  void projectsAreFollowedOneAfterTheOther() {
    PickedColumns columns =
        PickedColumns.OF_TABLE
            .picked(List.of(a, b))
            .flatMap(first -> first.picked(List.of(number(1), string(0))))
            .orElseThrow();
    assertEquals(isSet(b), columns.overTable(isSet(number(0))));
    assertEquals(aggregate(b, a), columns.overTable(aggregate(number(0), string(1))));
  }

  @Test
  void whatIsComputedIsNotPicked() {
    assertEquals(
        Optional.empty(),
        PickedColumns.OF_TABLE.picked(List.of(a, Plans.call(Function.NEGATE, SqlType.INT, b))));
    assertEquals(
        OptionalInt.empty(),
        TestKeyGroups.columnsOf(
            Plans.plan(
                TABLE,
                Plans.project(a, Plans.call(Function.NEGATE, SqlType.INT, b)),
                Plans.aggregate(List.of(string(0))))));
    assertEquals(OptionalInt.empty(), TestKeyGroups.columnsOf(Plans.plan(TABLE, Plans.project(b))));
  }

  @Test
  void groupsOfKeyColumnsAreFoundBehindAProject() {
    assertEquals(
        OptionalInt.of(1),
        TestKeyGroups.columnsOf(
            Plans.plan(TABLE, Plans.project(a), Plans.aggregate(List.of(string(0))))));
    assertEquals(
        OptionalInt.empty(),
        TestKeyGroups.columnsOf(
            Plans.plan(TABLE, Plans.project(v), Plans.aggregate(List.of(number(0))))));
  }

  private static Expression number(int column) {
    return Plans.column(column, SqlType.INT);
  }

  private static Expression string(int column) {
    return Plans.column(column, SqlType.STRING);
  }

  private static Expression isSet(Expression column) {
    return Plans.call(Function.IS_NOT_NULL, SqlType.BOOLEAN, column);
  }

  private static Aggregate aggregate(Expression... groups) {
    return Plans.aggregate(List.of(groups), Plans.countRows()).getAggregate();
  }
}
