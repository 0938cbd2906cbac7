package org.apache.spark.sql.hbase.coprocessor.direct.zones;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The zones of one column in one store file, or its stretches with counted rows or with values, as
 * far as they were read. No two of them share a row. Any thread may look something up while one
 * adds.
 */
public final class ZoneMap<S extends Stretch> {
  private final ConcurrentSkipListMap<byte[], S> zones =
      new ConcurrentSkipListMap<>(Arrays::compareUnsigned);
  private long heldBytes;

  /** The zone in which a row of the file lies; null if it is not known. */
  public S at(byte[] row) {
    Map.Entry<byte[], S> entry = zones.floorEntry(row);
    return entry != null && entry.getValue().reaches(row) ? entry.getValue() : null;
  }

  /** Whether {@link #add} would take the zone: none that is known has a row of it. */
  public boolean isNew(S zone) {
    byte[] next = zones.ceilingKey(zone.first());
    return at(zone.first()) == null && (next == null || !zone.reaches(next));
  }

  /**
   * Adds a new zone, or puts it in the place of the one with the same first row. One thread at a
   * time.
   */
  public void add(S zone) {
    S before = zones.put(zone.first(), zone);
    heldBytes += zone.heldBytes() - (before == null ? 0 : before.heldBytes());
  }

  /** The first zone that begins behind a row; null if there is none. */
  public S firstBehind(byte[] row) {
    Map.Entry<byte[], S> entry = zones.higherEntry(row);
    return entry == null ? null : entry.getValue();
  }

  /** All of them, in the order of their rows, with or without those that are added meanwhile. */
  Collection<S> all() {
    return Collections.unmodifiableCollection(zones.values());
  }

  /** For the thread that adds. */
  public long heldBytes() {
    return heldBytes;
  }
}
