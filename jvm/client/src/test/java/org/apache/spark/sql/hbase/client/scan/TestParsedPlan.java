package org.apache.spark.sql.hbase.client.scan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.apache.spark.sql.hbase.client.CountPlans;
import org.apache.spark.sql.hbase.wire.PlanHash;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.junit.jupiter.api.Test;

class TestParsedPlan {
  @Test
  void theTasksOfAQueryShareOnePlanAndItsCompiledForm() {
    byte[] bytes = CountPlans.countAndSum().toByteArray();

    ParsedPlan first = ParsedPlan.of(bytes);

    ParsedPlan second = ParsedPlan.of(bytes.clone());
    assertSame(first, second);
    assertSame(first.compiled(), second.compiled());
    assertArrayEquals(PlanHash.of(bytes), first.hash);
  }

  @Test
  void anotherPlanIsAnother() {
    assertNotSame(
        ParsedPlan.of(CountPlans.countAndSum().toByteArray()),
        ParsedPlan.of(CountPlans.allRows().toByteArray()));
  }

  @Test
  void malformedBytesAreRefusedEachTime() {
    byte[] malformed = {1};

    assertThrows(PlanException.class, () -> ParsedPlan.of(malformed));
    assertThrows(PlanException.class, () -> ParsedPlan.of(malformed));
  }
}
