package org.apache.spark.sql.hbase.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.aggregate.BitwiseAggregate.Operation;
import org.junit.jupiter.api.Test;

class TestBitwiseAggregate {
  @Test
  void isNullUntilTheFirstValue() {
    for (Operation operation : Operation.values()) {
      assertEquals(Arrays.asList((Object) null), of(operation));
      assertEquals(Arrays.asList((Object) null), of(operation, (Object) null));
      assertEquals(List.of(6L), of(operation, 6));
    }
  }

  @Test
  void combinesAllValues() {
    assertEquals(List.of(0b0100L), of(Operation.AND, 0b0110, 0b1100, null));
    assertEquals(List.of(0b1110L), of(Operation.OR, 0b0110, 0b1100));
    assertEquals(List.of(0b1010L), of(Operation.XOR, 0b0110, 0b1100));
  }

  @Test
  void negativeNumbersStayInTheirType() {
    assertEquals(List.of(-128L), of(Operation.AND, -1, -128));
    assertEquals(List.of(-1L), of(Operation.OR, 127, -128));
    assertEquals(List.of(-1L), of(Operation.XOR, 127, -128));
  }

  @Test
  void aGroupThatIsAddedLaterStartsEmpty() {
    BitwiseAggregate and = new BitwiseAggregate(Operation.AND, SqlType.TINYINT);
    AggregateStates states = new AggregateStates(and, SqlType.TINYINT).groups(1);
    states.add(0, 5).groups(2).add(1, 3);
    assertEquals(List.of(List.of(5L), List.of(3L)), states.state());
  }

  private static List<Object> of(Operation operation, Object... values) {
    return AggregateStates.of(
        new BitwiseAggregate(operation, SqlType.TINYINT), SqlType.TINYINT, values);
  }
}
