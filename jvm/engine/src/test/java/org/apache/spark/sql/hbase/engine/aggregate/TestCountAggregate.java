package org.apache.spark.sql.hbase.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.junit.jupiter.api.Test;

class TestCountAggregate {
  @Test
  void isZeroWithoutRows() {
    assertEquals(List.of(0L), AggregateStates.of(new CountAggregate(), SqlType.INT));
  }

  @Test
  void countsTheRowsOfEachGroup() {
    AggregateStates states = new AggregateStates(new CountAggregate(), SqlType.INT).groups(2);
    states.add(0, 1, 2, 3).add(1, 4).add(0, 5);
    assertEquals(List.of(List.of(4L), List.of(1L)), states.state());
  }

  @Test
  void needsNoArgument() {
    CountAggregate count = new CountAggregate();
    count.resize(1);
    count.update(new ColumnVector[0], SelectedRows.all(3), new int[3]);
    assertEquals(List.of(SqlType.BIGINT), count.stateTypes());
  }

  @Test
  void groupsThatAreAddedLaterStartAtZero() {
    AggregateStates states = new AggregateStates(new CountAggregate(), SqlType.INT).groups(1);
    states.add(0, 1).groups(2).add(1, 1, 1);
    assertEquals(List.of(List.of(1L), List.of(2L)), states.state());
  }

  @Test
  void startsAgainAfterItWasEmptied() {
    AggregateStates states = new AggregateStates(new CountAggregate(), SqlType.INT).groups(1);
    states.add(0, 1).groups(0).groups(1).add(0, 1);
    assertEquals(List.of(List.of(1L)), states.state());
  }
}
