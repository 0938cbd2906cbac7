package org.apache.spark.sql.hbase.engine.expression.time.calendar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TestZoneOffsets {
  /** Among them zones that skip midnight, skip a whole day, or shift by half an hour. */
  private static final List<String> ZONES =
      List.of(
          "UTC",
          "+05:30",
          "America/Los_Angeles",
          "Europe/Berlin",
          "America/Sao_Paulo",
          "Asia/Kolkata",
          "Australia/Lord_Howe",
          "Pacific/Apia",
          "Africa/Cairo",
          "Asia/Beirut");

  @Test
  void localTimesAndInstantsAreThoseOfJavaTime() {
    for (String name : ZONES) {
      ZoneId zone = ZoneId.of(name);
      ZoneOffsets offsets = ZoneOffsets.of(name);
      for (long second : interestingSeconds(zone)) {
        Instant instant = Instant.ofEpochSecond(second);
        int offset = zone.getRules().getOffset(instant).getTotalSeconds();
        assertEquals(offset, offsets.atInstant(second), name + " at " + instant);
        assertEquals(second + offset, offsets.toLocal(second));

        LocalDateTime local = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
        assertEquals(
            local.atZone(zone).toEpochSecond(),
            offsets.toInstant(second),
            name + " local " + local);
        for (ZoneOffset preferred :
            List.of(
                ZoneOffset.ofHours(1), ZoneOffset.ofHours(-8), ZoneOffset.ofTotalSeconds(offset))) {
          long expected = ZonedDateTime.ofLocal(local, zone, preferred).toEpochSecond();
          assertEquals(
              expected,
              offsets.toInstant(second, preferred.getTotalSeconds()),
              name + " local " + local + preferred);
        }
      }
    }
  }

  @Test
  void daysStartAfterAGapAtMidnight() {
    for (String name : ZONES) {
      ZoneId zone = ZoneId.of(name);
      ZoneOffsets offsets = ZoneOffsets.of(name);
      for (long second : interestingSeconds(zone)) {
        for (long day = Math.floorDiv(second, 86_400L) - 1;
            day <= Math.floorDiv(second, 86_400L) + 1;
            day++) {
          long expected = LocalDate.ofEpochDay(day).atStartOfDay(zone).toEpochSecond();
          assertEquals(expected, offsets.startOfDay(day), name + " " + LocalDate.ofEpochDay(day));
        }
      }
    }
  }

  @Test
  void anUnknownZoneIsAnError() {
    assertThrows(DateTimeException.class, () -> ZoneOffsets.of("Mars/Olympus"));
  }

  /** Seconds around every transition, and at random between the years 1 and 9999. */
  private static List<Long> interestingSeconds(ZoneId zone) {
    List<Long> seconds = new ArrayList<>();
    ZoneOffsetTransition transition = zone.getRules().nextTransition(Instant.MIN);
    Instant end = Instant.parse("2120-01-01T00:00:00Z");
    while (transition != null && transition.getInstant().isBefore(end)) {
      long at = transition.toEpochSecond();
      for (long base :
          new long[] {
            at,
            at + transition.getOffsetBefore().getTotalSeconds(),
            at + transition.getOffsetAfter().getTotalSeconds()
          }) {
        seconds.addAll(List.of(base - 1800, base - 1, base, base + 1, base + 1800, base + 3600));
      }
      transition = zone.getRules().nextTransition(transition.getInstant());
    }
    Random random = new Random(1);
    for (int i = 0; i < 300; i++) {
      seconds.add(random.nextLong(-62_135_596_800L, 253_402_300_800L));
    }
    return seconds;
  }
}
