package org.apache.spark.sql.hbase.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.junit.jupiter.api.Test;

class TestExtremeByAggregate {
  @Test
  void isNullWithoutAnOrdering() {
    assertEquals(row(null, null), maxBy());
    assertEquals(row(null, null), maxBy(row("a", null)));
  }

  @Test
  void takesTheValueOfTheExtremeOrdering() {
    assertEquals(row("b", 7L), maxBy(row("a", 1), row("b", 7), row("c", 3)));
    assertEquals(row("a", 1L), minBy(row("b", 7), row("a", 1), row("c", 3), row("d", null)));
  }

  @Test
  void theValueMayBeNull() {
    assertEquals(row(null, 7L), maxBy(row("a", 1), row(null, 7)));
    assertEquals(row("b", 9L), maxBy(row(null, 7), row("b", 9)));
  }

  @Test
  void ofEqualOrderingsTheLastRowsValueStays() {
    assertEquals(row("c", 7L), maxBy(row("a", 7), row("b", 1), row("c", 7)));
    assertEquals(row(null, 7L), minBy(row("a", 7), row(null, 7)));
  }

  @Test
  void ofZerosOfBothSignsTheFirstOrderingStaysWithTheLastValue() {
    AggregateStates states =
        new AggregateStates(
                ExtremeByAggregate.maxBy(SqlType.INT, SqlType.DOUBLE), SqlType.INT, SqlType.DOUBLE)
            .groups(1);
    states.addRows(0, List.of(row(1, -0.0), row(2, 0.0)));
    assertEquals(List.of(row(2L, -0.0)), states.state());
    states.addRows(0, List.of(row(3, Double.NaN), row(4, Double.POSITIVE_INFINITY)));
    assertEquals(List.of(row(3L, Double.NaN)), states.state());
  }

  @Test
  void keepsGroupsApartOverManyUpdates() {
    AggregateStates states =
        new AggregateStates(
                ExtremeByAggregate.minBy(SqlType.STRING, SqlType.BINARY),
                SqlType.STRING,
                SqlType.BINARY)
            .groups(2);
    states.addRows(0, List.of(row("x", "m"), row("y", "z")));
    states.addRows(1, List.of(row("one", "b")));
    states.addRows(0, List.of(row("a longer value", "a")));
    assertEquals("a longer value", states.state().get(0).get(0));
    assertEquals("one", states.state().get(1).get(0));
  }

  @SafeVarargs
  private static List<Object> maxBy(List<Object>... rows) {
    return of(ExtremeByAggregate.maxBy(SqlType.STRING, SqlType.INT), rows);
  }

  @SafeVarargs
  private static List<Object> minBy(List<Object>... rows) {
    return of(ExtremeByAggregate.minBy(SqlType.STRING, SqlType.INT), rows);
  }

  private static List<Object> of(ExtremeByAggregate aggregate, List<Object>[] rows) {
    return new AggregateStates(aggregate, SqlType.STRING, SqlType.INT)
        .groups(1)
        .addRows(0, List.of(rows))
        .state()
        .get(0);
  }

  private static List<Object> row(Object... values) {
    return Arrays.asList(values);
  }
}
