package org.apache.spark.sql.hbase.engine.expression.time.calendar;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;

/**
 * The UTC offsets of one time zone, looked up without allocating: the transitions up to the year
 * 2100 are held as sorted arrays. Later instants of a zone that still changes its offset go through
 * java.time. Answers are those of {@link ZonedDateTime}; the default zone of the JVM plays no part.
 * Immutable.
 */
public final class ZoneOffsets {
  private static final Instant TABLE_END = Instant.parse("2100-01-01T00:00:00Z");

  /** Only zones of the zone database are kept, so the number of entries is bounded by it. */
  private static final Map<String, ZoneOffsets> BY_ZONE = new ConcurrentHashMap<>();

  private final ZoneId zone;
  private final ZoneRules rules;

  /** Epoch second of each transition. */
  private final long[] transitions;

  /** offsets[i] applies before transitions[i]; the last one after all of them. */
  private final int[] offsets;

  /**
   * Local times from here on take the offset after the transition: its own local time, in the
   * larger offset.
   */
  private final long[] localSwitches;

  /** Epoch seconds from here on are beyond the table. */
  private final long tableEnd;

  private ZoneOffsets(ZoneId zone) {
    this.zone = zone;
    this.rules = zone.getRules();
    List<ZoneOffsetTransition> known = new ArrayList<>();
    ZoneOffsetTransition next = rules.nextTransition(Instant.MIN);
    while (next != null && next.getInstant().isBefore(TABLE_END)) {
      known.add(next);
      next = rules.nextTransition(next.getInstant());
    }
    // A local time is less than a day away from its instant.
    tableEnd = next == null ? Long.MAX_VALUE : TABLE_END.getEpochSecond() - 86_400;
    transitions = new long[known.size()];
    offsets = new int[known.size() + 1];
    localSwitches = new long[known.size()];
    offsets[0] = rules.getOffset(Instant.MIN).getTotalSeconds();
    for (int i = 0; i < known.size(); i++) {
      ZoneOffsetTransition transition = known.get(i);
      transitions[i] = transition.toEpochSecond();
      offsets[i + 1] = transition.getOffsetAfter().getTotalSeconds();
      localSwitches[i] = transitions[i] + Math.max(offsets[i], offsets[i + 1]);
    }
  }

  /** Throws {@link DateTimeException} for a name that java.time does not know. */
  public static ZoneOffsets of(String name) {
    ZoneId zone = ZoneId.of(name);
    if (zone.normalized() instanceof ZoneOffset) {
      return new ZoneOffsets(zone);
    }
    return BY_ZONE.computeIfAbsent(zone.getId(), id -> new ZoneOffsets(zone));
  }

  /**
   * The zone in which a call sees values of a type: its own for TIMESTAMP, UTC for the others,
   * which are on a wall clock.
   */
  public static ZoneOffsets of(TypedCall call, SqlType type) {
    return of(type.equals(SqlType.TIMESTAMP) ? call.zone() : "UTC");
  }

  /** The offset in seconds at an instant. */
  public int atInstant(long epochSecond) {
    if (epochSecond >= tableEnd) {
      return rules.getOffset(Instant.ofEpochSecond(epochSecond)).getTotalSeconds();
    }
    return offsets[firstAbove(transitions, epochSecond)];
  }

  /** The local time, in seconds since 1970-01-01T00:00 on the wall clock, at an instant. */
  public long toLocal(long epochSecond) {
    return epochSecond + atInstant(epochSecond);
  }

  /**
   * The instant of a local time. A local time that a gap skips moves forward by the length of the
   * gap; one that occurs twice means the earlier instant.
   */
  public long toInstant(long localSecond) {
    if (localSecond >= tableEnd) {
      return inJavaTime(localSecond, null);
    }
    return localSecond - offsets[firstAbove(localSwitches, localSecond)];
  }

  /**
   * As {@link #toInstant(long)}, but of a local time that occurs twice the one with the preferred
   * offset.
   */
  public long toInstant(long localSecond, int preferredOffset) {
    if (localSecond >= tableEnd) {
      return inJavaTime(localSecond, ZoneOffset.ofTotalSeconds(preferredOffset));
    }
    int i = firstAbove(localSwitches, localSecond);
    if (i < transitions.length
        && preferredOffset == offsets[i + 1]
        && localSecond >= transitions[i] + preferredOffset) {
      return localSecond - preferredOffset;
    }
    return localSecond - offsets[i];
  }

  /** The first instant of a day: midnight, or the end of the gap that skips midnight. */
  public long startOfDay(long epochDay) {
    long midnight = Math.multiplyExact(epochDay, 86_400L);
    if (midnight >= tableEnd) {
      return local(midnight).toLocalDate().atStartOfDay(zone).toEpochSecond();
    }
    int i = firstAbove(localSwitches, midnight);
    boolean skipped =
        i < transitions.length
            && offsets[i + 1] > offsets[i]
            && midnight >= transitions[i] + offsets[i];
    return skipped ? transitions[i] : midnight - offsets[i];
  }

  private long inJavaTime(long localSecond, ZoneOffset preferred) {
    return ZonedDateTime.ofLocal(local(localSecond), zone, preferred).toEpochSecond();
  }

  private static LocalDateTime local(long localSecond) {
    return LocalDateTime.ofEpochSecond(localSecond, 0, ZoneOffset.UTC);
  }

  /** Position of the first element above the value, or the length. */
  private static int firstAbove(long[] sorted, long value) {
    int found = Arrays.binarySearch(sorted, value);
    return found >= 0 ? found + 1 : -found - 1;
  }
}
