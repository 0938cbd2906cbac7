package org.apache.spark.sql.hbase.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.junit.jupiter.api.Test;

class TestExtremeLongAggregate {
  @Test
  void isNullUntilTheFirstValue() {
    assertEquals(Arrays.asList((Object) null), of(Extreme.MIN, SqlType.DATE));
    assertEquals(List.of(Long.MAX_VALUE), of(Extreme.MIN, SqlType.BIGINT, Long.MAX_VALUE));
  }

  @Test
  void findsBothEnds() {
    assertEquals(List.of(-3L), of(Extreme.MIN, SqlType.BIGINT, 5, -3, 0));
    assertEquals(List.of(5L), of(Extreme.MAX, SqlType.BIGINT, 5, -3, 0));
    assertEquals(List.of(false), of(Extreme.MIN, SqlType.BOOLEAN, true, false));
  }

  private static List<Object> of(Extreme extreme, SqlType type, Object... values) {
    return AggregateStates.of(new ExtremeLongAggregate(extreme, type), type, values);
  }
}
