package org.apache.spark.sql.hbase.engine.expression.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

class TestSharedConstants {
  private record Made(long heldBytes) implements SharedConstant {}

  private final SharedConstants constants = new SharedConstants();

  @Test
  void whatACallMakesIsMadeOnce() {
    Made first = of(Function.IN, 5);
    assertSame(first, of(Function.IN, 7));
    assertEquals(5, constants.heldBytes());
  }

  @Test
  void anotherCallMakesItsOwn() {
    Made first = of(Function.IN, 5);
    assertNotSame(first, of(Function.LIKE, 7));
    assertEquals(5 + 7, constants.heldBytes());
  }

  private Made of(Function function, long heldBytes) {
    Call call = Call.newBuilder().setFunction(function).build();
    return constants.of(call, Made.class, () -> new Made(heldBytes));
  }
}
