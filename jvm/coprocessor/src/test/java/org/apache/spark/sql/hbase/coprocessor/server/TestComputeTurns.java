package org.apache.spark.sql.hbase.coprocessor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InterruptedIOException;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

class TestComputeTurns {
  @Test
  void soManyComputeAtOnceAndNoMore() throws InterruptedIOException {
    ComputeTurns turns = new ComputeTurns(new Semaphore(2, true));
    assertTrue(turns.tryBegin(0));
    assertTrue(turns.tryBegin(0));
    assertFalse(turns.tryBegin(1));
    turns.end();
    assertTrue(turns.tryBegin(0));
  }

  @Test
  void aTurnToCompileIsGivenBackWhateverBecomesOfIt() throws InterruptedIOException {
    ComputeTurns turns = new ComputeTurns(new Semaphore(1, true));
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
    ComputeTurns turns = new ComputeTurns(new Semaphore(1, true));
    assertTrue(turns.tryBegin(0));
    Thread.currentThread().interrupt();
    assertThrows(InterruptedIOException.class, () -> turns.tryBegin(Long.MAX_VALUE));
    assertTrue(Thread.interrupted(), "the flag stays set");
    assertEquals(0, turns.free());
  }
}
