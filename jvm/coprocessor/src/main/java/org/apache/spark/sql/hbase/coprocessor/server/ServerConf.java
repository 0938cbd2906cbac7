package org.apache.spark.sql.hbase.coprocessor.server;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/** The values of {@link ServerSetting} for one region. Immutable. */
public record ServerConf(
    boolean enabled,
    int frameMaxRows,
    long frameMaxBytes,
    long stateMaxBytes,
    int batchMaxRows,
    long sliceMillis,
    long progressMillis,
    long slowMillis,
    boolean directEnabled,
    double directForcedShare,
    boolean columnMemoryEnabled) {
  private static final String PREFIX = "hbase.sparksql.";

  private static final Map<String, ServerSetting> SETTINGS =
      Arrays.stream(ServerSetting.values())
          .collect(Collectors.toMap(ServerSetting::key, setting -> setting));

  /**
   * Returns the reasons why settings of ours have no effect, by their names in order. They are
   * typing errors, of another version, or of the whole server in the descriptor of a table.
   *
   * @param region site, table descriptor and coprocessor properties, merged
   */
  static SortedMap<String, String> ignored(Configuration site, Configuration region) {
    SortedMap<String, String> ignored = new TreeMap<>();
    for (Map.Entry<String, String> entry : region) {
      String name = entry.getKey();
      ServerSetting setting = SETTINGS.get(name);
      if (name.startsWith(PREFIX) && setting == null) {
        ignored.put(name, "this version has none of that name");
      } else if (setting != null && setting.isOfServer() && !isFrom(site, region, name)) {
        ignored.put(name, "it is of the whole region server, so only hbase-site.xml counts");
      }
    }
    return ignored;
  }

  /** Whether the site has the value, and neither a table nor the coprocessor another one. */
  static boolean isFrom(Configuration site, Configuration region, String name) {
    return Objects.equals(region.get(name), site.get(name));
  }

  /**
   * Reads the settings of a region.
   *
   * @param site the server's configuration; {@code false} for {@link ServerSetting#ENABLED} there
   *     beats every table
   * @param region site, table descriptor and coprocessor properties, merged
   * @throws IllegalSettingException for a value that is not legal
   */
  static ServerConf of(Configuration site, Configuration region) {
    return new ServerConf(
        isTrue(site, ServerSetting.ENABLED) && isTrue(region, ServerSetting.ENABLED),
        (int) atLeastOne(region, ServerSetting.FRAME_MAX_ROWS, Integer.MAX_VALUE),
        atLeastOne(region, ServerSetting.FRAME_MAX_BYTES, Integer.MAX_VALUE / 2),
        atLeastOne(region, ServerSetting.STATE_MAX_BYTES, Long.MAX_VALUE),
        (int) atLeastOne(region, ServerSetting.BATCH_MAX_ROWS, 1 << 16),
        atLeastOne(region, ServerSetting.SLICE_MILLIS, 60_000),
        atLeastOne(region, ServerSetting.PROGRESS_MILLIS, Integer.MAX_VALUE),
        atLeastOne(region, ServerSetting.SLOW_MILLIS, Integer.MAX_VALUE),
        isTrue(site, ServerSetting.DIRECT_ENABLED) && isTrue(region, ServerSetting.DIRECT_ENABLED),
        fraction(region, ServerSetting.DIRECT_FORCED_SHARE),
        isTrue(region, ServerSetting.COLUMN_MEMORY_ENABLED));
  }

  /** Bytes that all sub-plans of a server with this heap may hold together. */
  static long memoryMaxBytes(Configuration site, long heapBytes) {
    return (long) (heapBytes * fraction(site, ServerSetting.MEMORY_FRACTION));
  }

  static long planCacheMaxBytes(Configuration site) {
    return atLeastOne(site, ServerSetting.PLAN_CACHE_MAX_BYTES, Integer.MAX_VALUE);
  }

  /** Bytes of a server with this heap; 0 for no zone maps. */
  static long zoneMapsMaxBytes(Configuration site, long heapBytes) {
    return (long) (heapBytes * fraction(site, ServerSetting.ZONE_MAPS_FRACTION));
  }

  /** Bytes of a server with this heap; 0 for no memory of columns. */
  static long columnMemoryMaxBytes(Configuration site, long heapBytes) {
    return (long) (heapBytes * fraction(site, ServerSetting.COLUMN_MEMORY_FRACTION));
  }

  /** Whether values are kept from the first query of a column on, not from the second. */
  static boolean isColumnMemoryEager(Configuration site) {
    return isTrue(site, ServerSetting.COLUMN_MEMORY_EAGER);
  }

  private static boolean isTrue(Configuration conf, ServerSetting setting) {
    String text = text(conf, setting);
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalSettingException(setting, text, "true or false", null);
    };
  }

  private static double fraction(Configuration conf, ServerSetting setting) {
    String text = text(conf, setting);
    double fraction;
    try {
      fraction = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalSettingException(setting, text, "a number from 0 to 1", e);
    }
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new IllegalSettingException(setting, text, "a number from 0 to 1", null);
    }
    return fraction;
  }

  private static long atLeastOne(Configuration conf, ServerSetting setting, long max) {
    return number(conf, setting, 1, max);
  }

  private static long number(Configuration conf, ServerSetting setting, long min, long max) {
    String text = text(conf, setting);
    long value;
    try {
      value = Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalSettingException(setting, text, "a whole number", e);
    }
    if (value < min || value > max) {
      throw new IllegalSettingException(setting, text, "a number from " + min + " to " + max, null);
    }
    return value;
  }

  private static String text(Configuration conf, ServerSetting setting) {
    return conf.get(setting.key(), setting.defaultValue()).trim();
  }

  /** A setting has a value that is not legal; the message says which one and what is expected. */
  static final class IllegalSettingException extends IllegalArgumentException {
    IllegalSettingException(ServerSetting setting, String value, String expected, Throwable cause) {
      super(setting.key() + " must be " + expected + ", not " + value, cause);
    }
  }
}
