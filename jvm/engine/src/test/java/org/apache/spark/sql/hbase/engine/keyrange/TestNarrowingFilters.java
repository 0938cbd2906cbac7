package org.apache.spark.sql.hbase.engine.keyrange;

import static org.apache.spark.sql.hbase.engine.keyrange.TwoKeys.TABLE;
import static org.apache.spark.sql.hbase.engine.keyrange.TwoKeys.is;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.junit.jupiter.api.Test;

class TestNarrowingFilters {
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
    assertNarrowing(List.of(0, 1), equal(1), is(Function.GREATER_THAN, 0, 5));
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
    return is(Function.EQUAL, column, 5);
  }
}
