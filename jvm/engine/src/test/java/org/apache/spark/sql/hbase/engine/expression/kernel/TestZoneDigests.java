package org.apache.spark.sql.hbase.engine.expression.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneOffsetTransitionRule;
import java.time.zone.ZoneOffsetTransitionRule.TimeDefinition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.hbase.codec.value.TimestampText;
import org.junit.jupiter.api.Test;

class TestZoneDigests {
  private static final ZoneOffset WINTER = ZoneOffset.ofHours(-6);
  private static final ZoneOffset SUMMER = ZoneOffset.ofHours(-5);

  private static ZoneRules rules(List<ZoneOffsetTransition> changes) {
    return rules(changes, List.of());
  }

  private static ZoneRules rules(
      List<ZoneOffsetTransition> changes, List<ZoneOffsetTransitionRule> rules) {
    return ZoneRules.of(WINTER, WINTER, List.of(), changes, rules);
  }

  private static ZoneOffsetTransition change(int year, ZoneOffset before, ZoneOffset after) {
    return ZoneOffsetTransition.of(LocalDateTime.of(year, 4, 1, 2, 0), before, after);
  }

  /** Digests are made byte by byte as docs/FORMAT.md says. */
  @Test
  void theDigestIsOfTheFirstOffsetAndOfEachChange() {
    ZoneDigests.Digest expected =
        new ZoneDigests.Digest("zone")
            .number(-6 * 3600)
            .number(LocalDateTime.of(1990, 4, 1, 2, 0).toEpochSecond(WINTER))
            .number(-5 * 3600);
    assertEquals(expected.value(), ZoneDigests.of(rules(List.of(change(1990, WINTER, SUMMER)))));
    assertEquals(0x4b35aef8ae812007L, ZoneDigests.of(rules(List.of())));
  }

  @Test
  void oneChangeMoreIsAnotherDigest() {
    List<ZoneOffsetTransition> changes = new ArrayList<>(List.of(change(1990, WINTER, SUMMER)));
    long before = ZoneDigests.of(rules(changes));
    changes.add(change(2022, SUMMER, WINTER));
    assertNotEquals(before, ZoneDigests.of(rules(changes)));
  }

  /** One compiler of the database writes years one by one that another writes as a rule. */
  @Test
  void rulesThatMeanTheSameHaveTheSameDigest() {
    ZoneOffsetTransitionRule toSummer = yearly(Month.APRIL, WINTER, SUMMER);
    ZoneOffsetTransitionRule toWinter = yearly(Month.OCTOBER, SUMMER, WINTER);
    List<ZoneOffsetTransition> first =
        List.of(toSummer.createTransition(2000), toWinter.createTransition(2000));
    List<ZoneOffsetTransition> more = new ArrayList<>();
    for (int year = 2000; year <= 2037; year++) {
      more.add(toSummer.createTransition(year));
      more.add(toWinter.createTransition(year));
    }
    List<ZoneOffsetTransitionRule> yearly = List.of(toSummer, toWinter);
    assertEquals(ZoneDigests.of(rules(first, yearly)), ZoneDigests.of(rules(more, yearly)));
    assertNotEquals(ZoneDigests.of(rules(first, yearly)), ZoneDigests.of(rules(more)));
  }

  private static ZoneOffsetTransitionRule yearly(Month month, ZoneOffset before, ZoneOffset after) {
    return ZoneOffsetTransitionRule.of(
        month,
        1,
        DayOfWeek.SUNDAY,
        LocalTime.of(2, 0),
        false,
        TimeDefinition.WALL,
        WINTER,
        before,
        after);
  }

  @Test
  void onlyNamesThatSayTheirOffsetHaveNone() {
    for (String name : List.of("UTC", "GMT", "UT", "Z", "+02:00", "-18", "UTC+3", "GMT-01:30")) {
      assertTrue(TimestampText.isOffset(name), name);
      assertEquals(0, ZoneDigests.of(name), name);
      assertTrue(ZoneId.of(name).normalized() instanceof ZoneOffset, name);
    }
    for (String name : List.of("Etc/UTC", "GMT0", "EST", "UCT", "Asia/Kolkata", "Zulu")) {
      assertFalse(TimestampText.isOffset(name), name);
    }
    assertNotEquals(0, ZoneDigests.of("Asia/Kolkata"));
    assertNotEquals(ZoneDigests.of("Asia/Kolkata"), ZoneDigests.of("America/Mexico_City"));
    assertEquals(0, ZoneDigests.of("Mars/Base"));
  }
}
