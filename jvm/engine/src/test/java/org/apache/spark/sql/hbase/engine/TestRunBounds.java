package org.apache.spark.sql.hbase.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class TestRunBounds {
  @Test
  void everyBoundIsAtLeastOne() {
    assertThrows(IllegalArgumentException.class, () -> new RunBounds(0, 1, 1, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new RunBounds(1, 0, 1, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new RunBounds(1, 1, 0, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new RunBounds(1, 1, 1, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> new RunBounds(1, 1, 1, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> new RunBounds(1, 1, 1, 1, 1, 0));
  }

  @Test
  void groupingIsSampledOverManyRowsUnlessSaidOtherwise() {
    assertEquals(100_000, new RunBounds(1, 1, 1, 1, 1).groupingSampleRows());
  }
}
