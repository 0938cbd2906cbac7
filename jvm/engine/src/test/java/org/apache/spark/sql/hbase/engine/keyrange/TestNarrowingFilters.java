package org.apache.spark.sql.hbase.engine.keyrange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.junit.jupiter.api.Test;

/** The key is (a SMALLINT, b SMALLINT). */
class TestNarrowingFilters {
  private static final FixtureTable TABLE =
      new FixtureTable(
          List.of(
              new FixtureColumn("a", SqlType.SMALLINT),
              new FixtureColumn("b", SqlType.SMALLINT),
              new FixtureColumn("v", SqlType.SMALLINT)),
          2,
          FixtureTable.Layout.PACKED);

  @Test
  void filtersOfTheFirstColumnNarrow() {
    assertNarrowing(List.of(0), equal(0));
    assertNarrowing(List.of(1), equal(2), equal(0));
    assertNarrowing(List.of(), equal(2));
  }

  @Test
  void filtersOfALaterColumnNarrowBehindAnEqualOne() {
    assertNarrowing(List.of(0, 1), equal(0), equal(1));
    assertNarrowing(List.of(0, 1), equal(1), equal(0));
    assertNarrowing(List.of(0, 1), equal(1), is(Function.GREATER_THAN, 0));
  }

  @Test
  void aFilterOfALaterColumnAloneNarrowsWithinARegion() {
    assertNarrowing(List.of(0), equal(1));
    assertNarrowing(List.of(1), equal(2), equal(1));
  }

  @Test
  void ofTwoFiltersThatSayTheSameTheFirstNarrows() {
    assertNarrowing(List.of(0), equal(0), equal(0));
  }

  @Test
  void filtersBehindAnotherOperatorDoNotNarrow() {
    Operator project = Plans.project(Plans.column(TABLE, 0), Plans.column(TABLE, 1));
    assertEquals(
        List.of(0),
        NarrowingFilters.of(
            Plans.plan(TABLE, Plans.filter(equal(0)), project, Plans.filter(equal(1)))));
  }

  private static void assertNarrowing(List<Integer> expected, Expression... conditions) {
    Operator[] filters = Arrays.stream(conditions).map(Plans::filter).toArray(Operator[]::new);
    assertEquals(expected, NarrowingFilters.of(Plans.plan(TABLE, filters)));
  }

  private static Expression equal(int column) {
    return is(Function.EQUAL, column);
  }

  private static Expression is(Function function, int column) {
    return Plans.call(
        function, SqlType.BOOLEAN, Plans.column(TABLE, column), Plans.integer(5, SqlType.SMALLINT));
  }
}
