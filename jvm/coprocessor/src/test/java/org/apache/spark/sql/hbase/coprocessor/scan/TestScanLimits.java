package org.apache.spark.sql.hbase.coprocessor.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TestScanLimits {
  private static final long DEADLINE_MILLIS = 90_000;

  @Test
  void blocksLimitACallWhileTheMemStoreIsSmall() {
    String context = context(ScanLimits.MAX_MEMSTORE_BYTES, false);
    assertEquals(ScanLimits.MAX_BLOCK_BYTES, limit(context, "blockSize"));
    assertEquals(ScanLimits.MAX_CELLS_PER_CALL, limit(context, "batch"));
    assertEquals(-1, limit(context, "time"));
  }

  @Test
  void timeLimitsACallWhileTheMemStoreIsLarge() {
    long before = System.currentTimeMillis();
    String context = context(ScanLimits.MAX_MEMSTORE_BYTES + 1, false);
    long time = limit(context, "time");
    assertTrue(time > before, context);
    assertTrue(time <= System.currentTimeMillis() + DEADLINE_MILLIS, context);
    assertEquals(Long.MAX_VALUE, limit(context, "blockSize"));
    assertEquals(ScanLimits.MAX_CELL_BYTES, limit(context, "dataSize"));
  }

  @Test
  void rowsThatAFilterJudgesAsAWholeAreNotCutByTheirCells() {
    assertEquals(-1, limit(context(0, true), "batch"));
  }

  private static String context(long memStoreBytes, boolean wholeRows) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DEADLINE_MILLIS);
    return new ScanLimits(() -> memStoreBytes, wholeRows).until(deadline).toString();
  }

  /** HBase shows its limits nowhere but in the text of the context. */
  private static long limit(String context, String name) {
    Matcher found = Pattern.compile("limits:.*?" + name + ":(-?\\d+)").matcher(context);
    assertTrue(found.find(), context);
    return Long.parseLong(found.group(1));
  }
}
