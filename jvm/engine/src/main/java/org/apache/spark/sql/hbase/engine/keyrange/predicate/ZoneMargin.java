package org.apache.spark.sql.hbase.engine.keyrange.predicate;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * The time around an instant in which a function of the local time may decrease. Local time itself
 * decreases where clocks are set back, and the instants of local times where they are set forward.
 * Both repeat at most as much time as the clocks are set. Three times that is on the safe side.
 */
final class ZoneMargin {
  /** Offsets lie between -18 and 18 hours, and days are truncated: nothing farther away matters. */
  private static final Duration REACH = Duration.ofDays(4);

  private static final int SAFETY = 3;

  private ZoneMargin() {}

  /** In seconds; 0 where no clock of the zone is set near the instant. */
  static long seconds(String zone, long epochSecond) {
    ZoneRules rules = ZoneId.of(zone).getRules();
    Instant instant = Instant.ofEpochSecond(epochSecond);
    long seconds = 0;
    ZoneOffsetTransition next = rules.nextTransition(instant.minus(REACH));
    while (next != null && next.getInstant().isBefore(instant.plus(REACH))) {
      seconds += Math.abs(next.getDuration().getSeconds());
      next = rules.nextTransition(next.getInstant());
    }
    return SAFETY * seconds;
  }
}
