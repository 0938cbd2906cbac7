package org.apache.spark.sql.hbase.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;
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
    assertEquals(plan(1).length + 100, large.heldBytes());
  }

  @Test
  void doesNotRememberWhatIsWrong() {
    PlanCache<Object> cache = cache(10_000, 0);

    assertThrows(IllegalStateException.class, () -> cache.get(new byte[0]));
    assertThrows(IllegalStateException.class, () -> cache.get(new byte[0]));
    assertEquals(0, cache.size());
    assertEquals(2, made.get());
  }

  @Test
  void dropsWhatASmallerBoundDoesNotHold() {
    PlanCache<Object> cache = cache(2L * plan(1).length, 0);
    cache.get(plan(1));
    cache.get(plan(2));
    cache.limitTo(plan(1).length);
    assertEquals(1, cache.size());
    assertEquals(plan(1).length, cache.heldBytes());
    cache.limitTo(0);
    assertEquals(0, cache.size());
    assertEquals(0, cache.heldBytes());
    cache.get(plan(3));
    assertEquals(0, cache.size());
  }

  /** Plans of one checksum are found by a birthday among a few hundred thousand. */
  @Test
  void plansOfOneChecksumHaveHashesOfTheirOwn() {
    Map<Long, byte[]> seen = new HashMap<>();
    int pairs = 0;
    int equalHashes = 0;
    for (int i = 0; i < 400_000; i++) {
      byte[] plan = ByteBuffer.allocate(8).putInt(i * 0x9E3779B9).putInt(i).array();
      CRC32C checksum = new CRC32C();
      checksum.update(plan);
      byte[] other = seen.put(checksum.getValue(), plan);
      if (other != null) {
        pairs++;
        int hash = new PlanCache.Key(plan).hashCode();
        equalHashes += hash == new PlanCache.Key(other).hashCode() ? 1 : 0;
      }
    }
    assertTrue(pairs > 2, "pairs: " + pairs);
    assertEquals(0, equalHashes);
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
