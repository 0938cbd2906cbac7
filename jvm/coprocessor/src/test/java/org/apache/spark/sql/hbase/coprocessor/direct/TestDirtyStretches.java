package org.apache.spark.sql.hbase.coprocessor.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TestDirtyStretches {
  private final DirtyStretches stretches = new DirtyStretches();

  @Test
  void oneDirtyRowOfTwoIsNotEnough() {
    for (int i = 0; i < 10_000; i++) {
      stretches.addClean(1);
      assertFalse(stretches.addDirtyAndIsDue(), "row " + i);
    }
  }

  @Test
  void comesAfterAWindowThatWasMostlyDirty() {
    assertEquals(1024, stretchAfterDirtyRows());
  }

  @Test
  void isTwiceAsLongIfTheRowsBehindItAreDirtyToo() {
    assertEquals(1024, stretchAfterDirtyRows());
    assertEquals(2048, stretchAfterDirtyRows());
    assertEquals(4096, stretchAfterDirtyRows());

    stretches.addClean(1_000);

    assertEquals(1024, stretchAfterDirtyRows());
  }

  /** Rows that the scanner reads until the stretch is over. */
  private int stretchAfterDirtyRows() {
    int dirty = 0;
    while (!stretches.addDirtyAndIsDue()) {
      dirty++;
    }
    assertTrue(dirty < 1_000, "dirty rows before a stretch: " + dirty);
    int rows = 0;
    boolean isOver = false;
    while (!isOver) {
      rows++;
      isOver = stretches.readAndIsOver(1);
    }
    return rows;
  }
}
