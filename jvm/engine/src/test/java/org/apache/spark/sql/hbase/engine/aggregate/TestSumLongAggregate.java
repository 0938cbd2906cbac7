package org.apache.spark.sql.hbase.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.EvaluationException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.junit.jupiter.api.Test;

class TestSumLongAggregate {
  @Test
  void isNullUntilTheFirstValue() {
    assertEquals(
        Arrays.asList((Object) null), AggregateStates.of(SumLongAggregate.ansi(), SqlType.INT));
    assertEquals(List.of(0L), AggregateStates.of(SumLongAggregate.ansi(), SqlType.INT, 0));
  }

  @Test
  void addsUp() {
    assertEquals(
        List.of(-1L), AggregateStates.of(SumLongAggregate.ansi(), SqlType.BIGINT, 5, -9, 3));
  }

  @Test
  void raisesOnOverflowInAnsiModeEvenIfALaterValueWouldBringItBack() {
    EvaluationException e =
        assertThrows(
            EvaluationException.class,
            () ->
                AggregateStates.of(SumLongAggregate.ansi(), SqlType.BIGINT, Long.MAX_VALUE, 1, -5));
    assertEquals(ErrorCode.ARITHMETIC_OVERFLOW, e.code());
  }

  @Test
  void reachesBothEndsOfTheRange() {
    assertEquals(
        List.of(Long.MAX_VALUE),
        AggregateStates.of(SumLongAggregate.ansi(), SqlType.BIGINT, Long.MAX_VALUE, 0));
    assertEquals(
        List.of(Long.MIN_VALUE),
        AggregateStates.of(SumLongAggregate.ansi(), SqlType.BIGINT, Long.MIN_VALUE + 1, -1));
  }

  @Test
  void wrapsInLegacyMode() {
    assertEquals(
        List.of(Long.MIN_VALUE),
        AggregateStates.of(SumLongAggregate.legacy(), SqlType.BIGINT, Long.MAX_VALUE, 1));
  }
}
