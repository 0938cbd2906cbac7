package org.apache.spark.sql.hbase.coprocessor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TestServerConf {
  private static final Configuration NOTHING_SET = new Configuration(false);

  @Test
  void hasTheDefaultsOfTheSettings() {
    ServerConf conf = ServerConf.of(NOTHING_SET, NOTHING_SET);

    assertEquals(
        new ServerConf(true, 16_384, 256 << 10, 8 << 20, 1024, 100, 3000, 10_000, true, 0, true),
        conf);
    assertEquals(100, ServerConf.memoryMaxBytes(NOTHING_SET, 1000));
    assertEquals(32 << 20, ServerConf.planCacheMaxBytes(NOTHING_SET));
  }

  @Test
  void findsNamesThatNoSettingHas() {
    Configuration conf = with(ServerSetting.FRAME_MAX_ROWS, "7");
    conf.set("hbase.sparksql.memory.fracton", "0.5");
    conf.set("hbase.rootdir", "/hbase");

    assertEquals(
        Map.of("hbase.sparksql.memory.fracton", "this version has none of that name"),
        ServerConf.ignored(conf, conf));
    assertEquals(Map.of(), ServerConf.ignored(NOTHING_SET, NOTHING_SET));
  }

  @ParameterizedTest
  @EnumSource(
      value = ServerSetting.class,
      names = {
        "MEMORY_FRACTION",
        "ZONE_MAPS_FRACTION",
        "COLUMN_MEMORY_FRACTION",
        "COLUMN_MEMORY_EAGER",
        "PLAN_CACHE_MAX_BYTES"
      })
  void findsValuesOfATableThatOnlyAServerCanHave(ServerSetting setting) {
    Configuration site = with(setting, "1");
    Configuration table = with(setting, "0");
    Map<String, String> ignored =
        Map.of(setting.key(), "it is of the whole region server, so only hbase-site.xml counts");

    assertEquals(ignored, ServerConf.ignored(site, table));
    assertEquals(ignored, ServerConf.ignored(NOTHING_SET, table));
    assertEquals(Map.of(), ServerConf.ignored(site, site));
  }

  @Test
  void takesTheValuesOfTheRegion() {
    Configuration region = with(ServerSetting.FRAME_MAX_ROWS, "7");

    assertEquals(7, ServerConf.of(NOTHING_SET, region).frameMaxRows());
  }

  @Test
  void isDisabledByTheSiteOrByTheTable() {
    Configuration off = with(ServerSetting.ENABLED, "false");
    Configuration on = with(ServerSetting.ENABLED, "true");

    assertFalse(ServerConf.of(off, on).enabled());
    assertFalse(ServerConf.of(on, off).enabled());
    assertTrue(ServerConf.of(on, on).enabled());
  }

  @ParameterizedTest
  @CsvSource({
    "ENABLED, yes",
    "FRAME_MAX_ROWS, 0",
    "FRAME_MAX_BYTES, 4 MB",
    "STATE_MAX_BYTES, -1",
    "BATCH_MAX_ROWS, 65537",
    "SLICE_MILLIS, 60001",
    "PROGRESS_MILLIS, ''"
  })
  void namesTheSettingWhoseValueIsNotLegal(ServerSetting setting, String value) {
    Configuration region = with(setting, value);

    var error =
        assertThrows(
            ServerConf.IllegalSettingException.class, () -> ServerConf.of(NOTHING_SET, region));
    assertTrue(error.getMessage().startsWith(setting.key() + " must be "), error.getMessage());
  }

  @Test
  void takesTheBudgetsOfTheSite() {
    assertEquals(500, ServerConf.memoryMaxBytes(with(ServerSetting.MEMORY_FRACTION, "0.5"), 1000));
    assertEquals(
        4096, ServerConf.planCacheMaxBytes(with(ServerSetting.PLAN_CACHE_MAX_BYTES, "4096")));
    assertEquals(
        20, ServerConf.zoneMapsMaxBytes(with(ServerSetting.ZONE_MAPS_FRACTION, "0.02"), 1000));
    assertEquals(0, ServerConf.zoneMapsMaxBytes(with(ServerSetting.ZONE_MAPS_FRACTION, "0"), 1000));
    assertEquals(
        250,
        ServerConf.columnMemoryMaxBytes(with(ServerSetting.COLUMN_MEMORY_FRACTION, "0.25"), 1000));
  }

  @ParameterizedTest
  @EnumSource
  void everySettingIsReadAndRefusesNonsense(ServerSetting setting) {
    Configuration nonsense = with(setting, "nonsense");

    var error =
        assertThrows(
            ServerConf.IllegalSettingException.class,
            () -> {
              ServerConf.of(nonsense, nonsense);
              ServerConf.memoryMaxBytes(nonsense, 1000);
              ServerConf.planCacheMaxBytes(nonsense);
              ServerConf.zoneMapsMaxBytes(nonsense, 1000);
              ServerConf.columnMemoryMaxBytes(nonsense, 1000);
              ServerConf.isColumnMemoryEager(nonsense);
            });
    assertTrue(error.getMessage().startsWith(setting.key() + " must be "), error.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"-0.1", "1.5", "NaN", "much"})
  void refusesAMemoryFractionThatIsNoFraction(String value) {
    Configuration site = with(ServerSetting.MEMORY_FRACTION, value);

    assertThrows(
        ServerConf.IllegalSettingException.class, () -> ServerConf.memoryMaxBytes(site, 1000));
  }

  private static Configuration with(ServerSetting setting, String value) {
    Configuration conf = new Configuration(false);
    conf.set(setting.key(), value);
    return conf;
  }
}
