package org.apache.spark.sql.hbase.engine.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TestMemoryAccount {
  private final MemoryAccount server = MemoryAccount.ofLimit(100);

  @Test
  void refusesWhatWouldExceedItsLimitAndStaysAsItWas() {
    assertTrue(server.tryReserve(60));
    assertFalse(server.tryReserve(41));
    assertEquals(60, server.reservedBytes());
    assertTrue(server.tryReserve(40));
  }

  @Test
  void countsChildrenInTheParent() {
    MemoryAccount scanner = server.newChild(80);
    MemoryAccount other = server.newChild(80);
    assertTrue(scanner.tryReserve(70));
    assertFalse(other.tryReserve(31));
    assertEquals(0, other.reservedBytes());
    assertEquals(70, server.reservedBytes());
    scanner.release(50);
    assertTrue(other.tryReserve(31));
  }

  @Test
  void refusesAChildAboveItsOwnLimit() {
    MemoryAccount scanner = server.newChild(10);
    assertFalse(scanner.tryReserve(11));
    assertEquals(0, server.reservedBytes());
  }

  @Test
  void returnsEverythingOnClose() {
    MemoryAccount scanner = server.newChild(80);
    assertTrue(scanner.tryReserve(70));
    scanner.close();
    scanner.close();
    assertEquals(0, server.reservedBytes());
  }

  @Test
  void cannotOverflow() {
    assertTrue(server.tryReserve(1));
    assertFalse(server.tryReserve(Long.MAX_VALUE));
    assertEquals(1, server.reservedBytes());
  }

  @Test
  void noticesMoreReleasedThanReserved() {
    assertThrows(IllegalStateException.class, () -> server.release(1));
  }

  @Test
  void neverExceedsItsLimitWithManyThreads() throws InterruptedException {
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      MemoryAccount scanner = server.newChild(60);
      threads[i] =
          new Thread(
              () -> {
                for (int n = 0; n < 10_000; n++) {
                  if (scanner.tryReserve(40)) {
                    assertTrue(server.reservedBytes() <= server.limitBytes());
                    scanner.release(40);
                  }
                }
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(0, server.reservedBytes());
  }
}
