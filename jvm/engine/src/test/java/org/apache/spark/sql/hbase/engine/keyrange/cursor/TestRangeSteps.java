package org.apache.spark.sql.hbase.engine.keyrange.cursor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.keyrange.TwoKeys;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

/** The key is (a SMALLINT, b SMALLINT); wanted are the rows with b = 0. */
class TestRangeSteps {
  private static final int GROUPS = 10 * RangeSteps.GAPS_PER_TRIAL;

  private final RangeSteps ranges =
      new RangeSteps(plan().keyRanges().newCursor(key(GROUPS, 0)).orElseThrow());

  private static CompiledSubPlan plan() {
    return Plans.compile(TwoKeys.TABLE, Plans.filter(TwoKeys.is(Function.EQUAL, 1, 0)));
  }

  @Test
  void longGapsAreSoughtOverAtOnceButForATrialNowAndThen() {
    walk(GROUPS, 1_000);

    int trials = GROUPS / RangeSteps.GAPS_PER_TRIAL;
    long outside = ranges.counts().rows();
    assertEquals(GROUPS - 1, ranges.counts().seeks());
    assertEquals(GROUPS + (trials - 1) * RangeSteps.SEEK_CELLS, outside);
    assertTrue(outside <= 2 * GROUPS, "at most two rows per value of a");
  }

  @Test
  void shortGapsAreSteppedOverOnceATrialHasShownIt() {
    walk(GROUPS, 3);

    assertEquals(RangeSteps.GAPS_PER_TRIAL - 1, ranges.counts().seeks());
  }

  @Test
  void gapsThatBecomeLongAreSoughtOverAgain() {
    walk(GROUPS / 2, 1);
    long seeks = ranges.counts().seeks();

    walk(GROUPS / 2, GROUPS, 1_000);

    assertEquals(seeks + GROUPS / 2 - 1, ranges.counts().seeks());
  }

  @Test
  void aSeekLeadsToTheNextRangeAndNowhereBehindTheLast() {
    assertTrue(hold(5, 0));
    assertFalse(hold(5, 1));
    assertTrue(ranges.isSeekDue());
    assertArrayEquals(key(6, 0), ranges.takeSeek());

    assertFalse(hold(GROUPS - 1, 1));
    assertTrue(ranges.isSeekDue());
    assertNull(ranges.takeSeek());
    assertEquals(1, ranges.counts().seeks());
  }

  private void walk(int groups, int rowsBetween) {
    walk(0, groups, rowsBetween);
  }

  /** As a scanner does over the rows (a, 0) to (a, rowsBetween) of each a. */
  private void walk(int from, int to, int rowsBetween) {
    int a = from;
    int b = 0;
    while (a < to) {
      if (!hold(a, b)) {
        if (ranges.isSeekDue()) {
          ranges.addOutside(1);
          byte[] next = ranges.takeSeek();
          if (next == null) {
            return;
          }
          a = (short) (ByteBuffer.wrap(next).getShort() ^ Short.MIN_VALUE);
          b = 0;
          continue;
        }
        ranges.addOutside(1);
      }
      b++;
      if (b > rowsBetween) {
        a++;
        b = 0;
      }
    }
  }

  private boolean hold(int a, int b) {
    byte[] key = key(a, b);
    return ranges.hold(key, 0, key.length);
  }

  private static byte[] key(int a, int b) {
    return ByteBuffer.allocate(4)
        .putShort((short) (a ^ Short.MIN_VALUE))
        .putShort((short) (b ^ Short.MIN_VALUE))
        .array();
  }
}
