package org.apache.spark.sql.hbase.engine.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.OptionalInt;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
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
    assertEquals(
        List.of(above(v), Plans.aggregate(List.of(a), Plans.countRows())),
        PickedColumns.inlined(
            List.of(
                above(v),
                Plans.project(v, a),
                Plans.aggregate(List.of(string(1)), Plans.countRows()))));
  }

  @Test
  void projectsAreFollowedOneAfterTheOther() {
    assertEquals(
        List.of(above(b), Plans.aggregate(List.of(b, a))),
        PickedColumns.inlined(
            List.of(
                Plans.project(a, b),
                Plans.project(number(1), string(0)),
                above(number(0)),
                Plans.aggregate(List.of(number(0), string(1))))));
  }

  @Test
  void whatIsComputedStays() {
    List<Operator> computed =
        List.of(
            Plans.project(a, Plans.call(Function.NEGATE, SqlType.INT, b)),
            Plans.aggregate(List.of(string(0))));
    assertEquals(computed, PickedColumns.inlined(computed));
    List<Operator> rows = List.of(Plans.project(b));
    assertEquals(rows, PickedColumns.inlined(rows));
  }

  @Test
  void groupsOfKeyColumnsAreFoundBehindAProject() {
    assertEquals(
        OptionalInt.of(1),
        KeyGroups.columnsOf(
            Plans.plan(TABLE, Plans.project(a), Plans.aggregate(List.of(string(0))))));
    assertEquals(
        OptionalInt.empty(),
        KeyGroups.columnsOf(
            Plans.plan(TABLE, Plans.project(v), Plans.aggregate(List.of(number(0))))));
  }

  private static Expression number(int column) {
    return Plans.column(column, SqlType.INT);
  }

  private static Expression string(int column) {
    return Plans.column(column, SqlType.STRING);
  }

  private static Operator above(Expression column) {
    return Plans.filter(Plans.call(Function.IS_NOT_NULL, SqlType.BOOLEAN, column));
  }
}
