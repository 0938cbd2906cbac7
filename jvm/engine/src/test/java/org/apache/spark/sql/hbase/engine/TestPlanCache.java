package org.apache.spark.sql.hbase.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TestPlanCache {
  private final AtomicInteger made = new AtomicInteger();

  @Test
  void makesOnceWhatTheSameBytesGive() {
    PlanCache<Object> cache = cache(10_000, 0);

    Object first = cache.get(plan(1));

    assertSame(first, cache.get(plan(1)));
    assertNotSame(first, cache.get(plan(2)));
    assertEquals(2, made.get());
  }

  @Test
  void forgetsThePlanThatWasNotUsedForLongest() {
    PlanCache<Object> cache = cache(2L * plan(1).length, 0);
    Object first = cache.get(plan(1));
    Object second = cache.get(plan(2));
    cache.get(plan(1));

    cache.get(plan(3));

    assertEquals(2, cache.size());
    assertSame(first, cache.get(plan(1)));
    assertNotSame(second, cache.get(plan(2)));
  }

  @Test
  void givesAPlanThatIsTooLargeToKeep() {
    PlanCache<Object> cache = cache(1, 0);

    cache.get(plan(1));

    assertEquals(0, cache.size());
  }

  @Test
  void keepsTheOthersWhenAPlanIsTooLarge() {
    PlanCache<Object> cache = cache(plan(1).length, 0);
    Object first = cache.get(plan(1));

    cache.get(new byte[plan(1).length + 1]);

    assertSame(first, cache.get(plan(1)));
  }

  @Test
  void countsWhatPlansHold() {
    PlanCache<Object> small = cache(plan(1).length, 100);
    small.get(plan(1));
    assertEquals(0, small.size());
    PlanCache<Object> large = cache(plan(1).length + 100, 100);
    large.get(plan(1));
    assertEquals(1, large.size());
  }

  @Test
  void doesNotRememberWhatIsWrong() {
    PlanCache<Object> cache = cache(10_000, 0);

    assertThrows(IllegalStateException.class, () -> cache.get(new byte[0]));
    assertThrows(IllegalStateException.class, () -> cache.get(new byte[0]));
    assertEquals(0, cache.size());
    assertEquals(2, made.get());
  }

  private PlanCache<Object> cache(long maxBytes, long heldBytes) {
    return new PlanCache<>(
        maxBytes,
        bytes -> {
          made.incrementAndGet();
          if (bytes.length == 0) {
            throw new IllegalStateException("no plan");
          }
          return new Object();
        },
        object -> heldBytes);
  }

  private static byte[] plan(int number) {
    return new byte[] {1, 2, 3, (byte) number};
  }
}
