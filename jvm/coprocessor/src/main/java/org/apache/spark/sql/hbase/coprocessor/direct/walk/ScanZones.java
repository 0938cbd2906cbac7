package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import java.util.List;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneMaps;
import org.apache.spark.sql.hbase.engine.row.ValueProbe;

/**
 * Gives one scan the zones of files.
 *
 * @param maps of the server
 * @param probes for the columns by whose values the scan leaves rows out
 * @param countsOnly the scan wants the number of rows only
 */
public record ScanZones(ZoneMaps maps, List<ValueProbe> probes, boolean countsOnly) {
  /** The zones of a file, null if no column of its family leaves rows out. */
  FileZones of(WalkedFile file, byte[] family) {
    List<ValueProbe> inFamily = probes.stream().filter(probe -> probe.isIn(family)).toList();
    return inFamily.isEmpty() || !maps.isEnabled() ? null : new FileZones(maps, file, inFamily);
  }

  /** Counts the rows of the only family of a scan; null where no cell of them may be left out. */
  RowCounter newCounter(FamilyRows family, long readPoint) {
    return countsOnly && maps.isEnabled() ? new RowCounter(maps, family, readPoint) : null;
  }
}
