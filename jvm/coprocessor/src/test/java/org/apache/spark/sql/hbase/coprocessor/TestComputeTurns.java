package org.apache.spark.sql.hbase.coprocessor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InterruptedIOException;
import org.junit.jupiter.api.Test;

class TestComputeTurns {
  @Test
  void soManyComputeAtOnceAndNoMore() throws InterruptedIOException {
    ComputeTurns turns = new ComputeTurns(2);
    assertTrue(turns.tryBegin(0));
    assertTrue(turns.tryBegin(0));
    assertFalse(turns.tryBegin(1));
    turns.end();
    assertTrue(turns.tryBegin(0));
  }

  @Test
  void aTurnToCompileIsGivenBackWhateverBecomesOfIt() throws InterruptedIOException {
    ComputeTurns turns = new ComputeTurns(1);
    assertEquals("plan", turns.compile(() -> "plan"));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            turns.compile(
                () -> {
                  throw new IllegalArgumentException();
                }));
    assertEquals(1, turns.free());
  }

  @Test
  void aHandlerThatIsInterruptedWaitsNoLongerAndTakesNoTurn() throws InterruptedIOException {
    ComputeTurns turns = new ComputeTurns(1);
    assertTrue(turns.tryBegin(0));
    Thread.currentThread().interrupt();
    assertThrows(InterruptedIOException.class, () -> turns.tryBegin(Long.MAX_VALUE));
    assertTrue(Thread.interrupted(), "the flag stays set");
    assertEquals(0, turns.free());
  }
}
