package org.apache.spark.sql.hbase.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.junit.jupiter.api.Test;

class TestEdgeAggregate {
  private static final SqlType TEXT = SqlType.STRING;

  @Test
  void nothingIsSetWithoutRows() {
    for (EdgeAggregate aggregate :
        List.of(
            EdgeAggregate.first(TEXT),
            EdgeAggregate.firstNotNull(TEXT),
            EdgeAggregate.last(TEXT),
            EdgeAggregate.lastNotNull(TEXT))) {
      assertEquals(row(null, false), AggregateStates.of(aggregate, TEXT));
    }
  }

  @Test
  void keepsTheFirstRowsValueEvenIfItIsNull() {
    assertEquals(row("a", true), AggregateStates.of(EdgeAggregate.first(TEXT), TEXT, "a", "b"));
    assertEquals(row(null, true), AggregateStates.of(EdgeAggregate.first(TEXT), TEXT, null, "b"));
  }

  @Test
  void keepsTheLastRowsValueEvenIfItIsNull() {
    assertEquals(row("b", true), AggregateStates.of(EdgeAggregate.last(TEXT), TEXT, "aaa", "b"));
    assertEquals(row(null, true), AggregateStates.of(EdgeAggregate.last(TEXT), TEXT, "a", null));
  }

  @Test
  void ignoresNullsIfItIsTold() {
    EdgeAggregate first = EdgeAggregate.firstNotNull(TEXT);
    assertEquals(row("b", true), AggregateStates.of(first, TEXT, null, "b", "c", null));
    EdgeAggregate last = EdgeAggregate.lastNotNull(TEXT);
    assertEquals(row("c", true), AggregateStates.of(last, TEXT, null, "b", "c", null));
    EdgeAggregate none = EdgeAggregate.lastNotNull(TEXT);
    assertEquals(row(null, false), AggregateStates.of(none, TEXT, null, null));
  }

  @Test
  void goesOnOverManyUpdatesAndGroups() {
    AggregateStates first = new AggregateStates(EdgeAggregate.first(TEXT), TEXT).groups(2);
    first.add(0, "a", "b").add(1, "c").groups(3).add(0, "d").add(2, (Object) null);
    assertEquals(List.of(row("a", true), row("c", true), row(null, true)), first.state());
    AggregateStates last = new AggregateStates(EdgeAggregate.last(TEXT), TEXT).groups(2);
    last.add(0, "a", "b").add(1, "c").add(0, "d");
    assertEquals(List.of(row("d", true), row("c", true)), last.state());
  }

  @Test
  void keepsValuesOfEveryKind() {
    SqlType wide = SqlType.decimal(38, 0);
    BigInteger big = BigInteger.TEN.pow(30).negate();
    assertEquals(row(big, true), AggregateStates.of(EdgeAggregate.first(wide), wide, big, 1));
    assertEquals(
        row(-0.0, true),
        AggregateStates.of(EdgeAggregate.last(SqlType.DOUBLE), SqlType.DOUBLE, 1.0, -0.0));
    assertEquals(
        row(true, true),
        AggregateStates.of(EdgeAggregate.last(SqlType.BOOLEAN), SqlType.BOOLEAN, false, true));
  }

  private static List<Object> row(Object... values) {
    return Arrays.asList(values);
  }
}
