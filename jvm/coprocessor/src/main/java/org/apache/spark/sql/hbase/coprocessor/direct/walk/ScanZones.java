package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.ColumnMemory;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneMaps;
import org.apache.spark.sql.hbase.engine.row.DecodedColumns;
import org.apache.spark.sql.hbase.engine.row.ValueProbe;

/**
 * Gives one scan what the server knows of files.
 *
 * @param maps of the server
 * @param columnMemory of the server
 * @param probes for the columns by whose values the scan leaves rows out
 * @param countsOnly the scan wants the number of rows only
 * @param columns that the scan looks at, if their values may be kept
 */
public record ScanZones(
    ZoneMaps maps,
    ColumnMemory columnMemory,
    List<ValueProbe> probes,
    boolean countsOnly,
    Optional<DecodedColumns> columns) {
  /** The zones of a file, null if no column of its family leaves rows out. */
  FileZones of(WalkedFile file, byte[] family) {
    List<ValueProbe> inFamily = probes.stream().filter(probe -> probe.isIn(family)).toList();
    return inFamily.isEmpty() || !maps.isEnabled() ? null : new FileZones(maps, file, inFamily);
  }

  /** Counts the rows of the only family of a scan; null where no cell of them may be left out. */
  RowCounter newCounter(FamilyRows family) {
    return countsOnly && maps.isEnabled() ? new RowCounter(maps, family) : null;
  }

  /** Takes rows of the only family of a scan from memory; null where they cannot be there. */
  ColumnReplay newReplay(FamilyRows family, PatchRows patch, byte[] startRow, byte[] stopRow) {
    return columns.isPresent() && columnMemory.isEnabled()
        ? new ColumnReplay(columnMemory, family, patch, startRow, stopRow, columns.get())
        : null;
  }
}
