package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.HEADER_BYTES;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.KEY_TAIL_BYTES;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.LENGTHS_BYTES;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.LONG;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.PUT;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.hbase.coprocessor.direct.format.CellBlocks;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.Zone;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneMap;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneMaps;
import org.apache.spark.sql.hbase.engine.row.ValueProbe;

/**
 * The zones of one store file for one scan. It says which rows the ranges of the scan reject, and
 * learns the zones that are not known while their rows are read.
 *
 * <p>A zone is learned from the first row that begins in a block to the first row that begins in a
 * later one. So it holds whole rows only, however they lie in blocks. Not thread-safe.
 */
final class FileZones {
  /** Zones of files with smaller blocks have several of them. */
  private static final int MIN_ZONE_BYTES = 16 << 10;

  private final ZoneMaps maps;
  private final WalkedFile file;
  private final ValueProbe[] probes;
  private final List<ZoneMaps.Key<Zone>> keys;

  /** As found, null where nothing was known so far. */
  private final List<ZoneMap<Zone>> known;

  /** Per probe, of the zone that is learned. */
  private final long[] mins;

  private final long[] maxs;

  /** First row of the zone that is learned, null if none is. */
  private byte[] first;

  private long learnedBytes;
  private int learnedBlocks;

  /**
   * @param probes of columns in the family of the file, at least one
   */
  FileZones(ZoneMaps maps, WalkedFile file, List<ValueProbe> probes) {
    this.maps = maps;
    this.file = file;
    this.probes = probes.toArray(ValueProbe[]::new);
    this.keys =
        probes.stream().map(probe -> ZoneMaps.Key.ofValues(file.path, probe.stored())).toList();
    this.known = new ArrayList<>(Collections.nCopies(keys.size(), null));
    this.mins = new long[keys.size()];
    this.maxs = new long[keys.size()];
  }

  /**
   * Rows of zones, one after the other, which the ranges reject.
   *
   * @param blocks of these zones
   * @param unreadBlocks those of them that need not be read
   * @param end row behind them; null for the end of the file
   */
  record Rejected(int blocks, int unreadBlocks, byte[] end) {}

  /**
   * Finds how far the rows from {@code row} on are rejected.
   *
   * @param limit row behind {@code row} at which this may stop; null for none
   * @return null if the row may be accepted
   */
  Rejected rejectedFrom(byte[] row, byte[] limit) {
    int blocks = 0;
    int unreadBlocks = 0;
    byte[] end = row;
    Zone zone;
    while (end != null && (zone = rejectedZone(end)) != null) {
      blocks += zone.blocks();
      if (limit != null && zone.reaches(limit) && !file.endsBefore(limit)) {
        return new Rejected(blocks, unreadBlocks, limit);
      }
      unreadBlocks += unreadBlocks(zone, row, end == row);
      end = zone.end();
    }
    return end == row ? null : new Rejected(blocks, unreadBlocks, end);
  }

  private Zone rejectedZone(byte[] row) {
    for (int i = 0; i < keys.size(); i++) {
      Zone zone = zoneAt(i, row);
      if (zone != null && zone.isRejectedBy(probes[i].range())) {
        return zone;
      }
    }
    return null;
  }

  private boolean isKnown(byte[] row) {
    for (int i = 0; i < keys.size(); i++) {
      if (zoneAt(i, row) == null) {
        return false;
      }
    }
    return true;
  }

  private Zone zoneAt(int probe, byte[] row) {
    ZoneMap<Zone> map = known.get(probe);
    if (map == null) {
      map = maps.find(keys.get(probe));
      known.set(probe, map);
    }
    return map == null ? null : map.at(row);
  }

  /**
   * Counts the blocks of a zone that need not be read; if the row lies in the zone, at least one
   * block was read.
   */
  private static int unreadBlocks(Zone zone, byte[] row, boolean isInside) {
    if (!isInside) {
      return zone.blocks();
    }
    return Arrays.equals(zone.first(), row) ? zone.blocks() - 1 : 0;
  }

  /** A block of so many bytes was loaded while rows are read one after the other. */
  void blockLoaded(int bytes) {
    learnedBytes += bytes;
    learnedBlocks++;
  }

  /**
   * Ends the zone that is learned before this row, if it is large enough, and begins the next one,
   * if it is not known. To be called at the first row that begins in a block, if it is read.
   *
   * @param blockBytes of that block
   * @return true if the cells of the row and of later ones are to be given to {@link #learn}
   */
  boolean rowBegins(byte[] row, int blockBytes) {
    boolean isKnown = isKnown(row);
    if (first != null && !isKnown && learnedBytes - blockBytes < MIN_ZONE_BYTES) {
      return true;
    }
    endBefore(row);
    if (!isKnown) {
      first = row;
      learnedBytes = blockBytes;
      learnedBlocks = 1;
      Arrays.fill(mins, Long.MAX_VALUE);
      Arrays.fill(maxs, Long.MIN_VALUE);
    }
    return first != null;
  }

  /** Ends the zone that is learned, if one is, before a row that begins in the last block. */
  void endBefore(byte[] row) {
    end(row, learnedBlocks - 1);
  }

  /** All cells of the file up to its last one were given to {@link #learn}. */
  void endOfFile() {
    end(null, learnedBlocks);
  }

  /** Rows are passed over, or cells of one: what was learned since the last zone is forgotten. */
  void interrupt() {
    first = null;
  }

  private void end(byte[] end, int blocks) {
    if (first != null) {
      for (int i = 0; i < keys.size(); i++) {
        maps.add(keys.get(i), new Zone(first, end, mins[i], maxs[i], blocks));
      }
      first = null;
    }
  }

  /**
   * Learns from the cells of a row that lie in one block, from the one at {@code from} to before
   * {@code end}.
   */
  void learnAll(CellBlocks blocks, int from, int end, int rowLength) throws IOException {
    for (int at = from; at < end; at = blocks.cellEnd(at)) {
      learn(blocks.bytes, at, rowLength);
    }
  }

  /**
   * Learns from the cell at {@code at}, if it is a Put. Several of one column may come, and one may
   * come twice.
   */
  void learn(byte[] block, int at, int rowLength) {
    long lengths = (long) LONG.get(block, at);
    int value = at + LENGTHS_BYTES + (int) (lengths >>> 32);
    if (block[value - 1] == PUT) {
      int name = at + HEADER_BYTES + rowLength;
      learnPut(block, name, value - KEY_TAIL_BYTES - name, value, (int) lengths);
    }
  }

  private void learnPut(byte[] bytes, int name, int nameLength, int value, int valueLength) {
    for (int i = 0; i < probes.length; i++) {
      ValueProbe probe = probes[i];
      if (!probe.isIn(bytes, name, nameLength)) {
        continue;
      }
      if (!probe.read(bytes, name, nameLength, bytes, value, valueLength)) {
        mins[i] = Long.MIN_VALUE;
        maxs[i] = Long.MAX_VALUE;
      } else if (!probe.isNull()) {
        mins[i] = Math.min(mins[i], probe.min());
        maxs[i] = Math.max(maxs[i], probe.max());
      }
    }
  }
}
