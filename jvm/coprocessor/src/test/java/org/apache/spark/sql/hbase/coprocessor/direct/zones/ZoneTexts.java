package org.apache.spark.sql.hbase.coprocessor.direct.zones;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.hbase.engine.row.StoredColumn;

/** Zones and counted stretches of a file, one per line. */
public final class ZoneTexts {
  private ZoneTexts() {}

  /** The zones of a column as {@code FIRST..END MIN to MAX, N blocks}. */
  public static List<String> ofValues(ZoneMaps maps, String file, StoredColumn column) {
    List<String> lines = new ArrayList<>();
    ZoneMap<Zone> map = maps.find(ZoneMaps.Key.ofValues(file, column));
    if (map != null) {
      for (Zone zone : map.all()) {
        String values =
            zone.min() > zone.max() ? "no value" : number(zone.min()) + " to " + number(zone.max());
        lines.add(stretch(zone) + " " + values + ", " + zone.blocks() + " blocks");
      }
    }
    return lines;
  }

  /** The counted stretches as {@code FIRST..END N rows to LAST, N blocks}. */
  public static List<String> ofRows(ZoneMaps maps, String file) {
    List<String> lines = new ArrayList<>();
    ZoneMap<CountedStretch> map = maps.find(ZoneMaps.Key.ofRows(file));
    if (map != null) {
      for (CountedStretch rows : map.all()) {
        lines.add(
            String.format(
                "%s %d rows to %s, %d blocks",
                stretch(rows), rows.rows(), text(rows.last()), rows.blocks()));
      }
    }
    return lines;
  }

  private static String stretch(Stretch stretch) {
    return text(stretch.first()) + ".." + (stretch.end() == null ? "" : text(stretch.end()));
  }

  private static String number(long value) {
    return value == Long.MIN_VALUE ? "least" : value == Long.MAX_VALUE ? "most" : "" + value;
  }

  private static String text(byte[] row) {
    return new String(row, StandardCharsets.US_ASCII);
  }
}
