package org.apache.spark.sql.hbase.coprocessor.direct.zones;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.hbase.engine.row.StoredColumn;

/**
 * The zone maps of a server, and the counts of rows where scans counted them. The maps that were
 * used last stay, up to a number of bytes. Store files never change and their names are never given
 * twice, so a map stays true as long as it is here. Thread-safe.
 */
public final class ZoneMaps {
  /** The bytes of an entry without its texts and zones. */
  private static final int ENTRY_BYTES = 256;

  private volatile long maxBytes;
  private final Map<Key<?>, ZoneMap<?>> maps = new LinkedHashMap<>(16, 0.75f, true);
  private long heldBytes;

  /**
   * The kind of facts that a map holds about a file.
   *
   * @param column of which the values are known, null for numbers of rows
   * @param <S> what each stretch of the file says of it
   */
  public record Key<S extends Stretch>(String file, StoredColumn column) {
    public static Key<Zone> ofValues(String file, StoredColumn column) {
      return new Key<>(file, column);
    }

    public static Key<CountedStretch> ofRows(String file) {
      return new Key<>(file, null);
    }

    private long heldBytes() {
      return ENTRY_BYTES + file.length() + (column == null ? 0 : column.bytes());
    }
  }

  /**
   * @param maxBytes memory of all maps together; 0 for none
   */
  public ZoneMaps(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * Changes the memory of all maps together, and drops those that are too many.
   *
   * @param bytes 0 for none
   */
  public void limitTo(long bytes) {
    synchronized (maps) {
      maxBytes = bytes;
      dropOldest(0, null);
    }
  }

  public boolean isEnabled() {
    return maxBytes > 0;
  }

  /**
   * Returns the map of a key, null if there is none; the map stays usable when it is dropped here.
   */
  public <S extends Stretch> ZoneMap<S> find(Key<S> key) {
    synchronized (maps) {
      return get(key);
    }
  }

  /** Only {@link #add} fills the maps, with what the type of the key says. */
  @SuppressWarnings("unchecked")
  private <S extends Stretch> ZoneMap<S> get(Key<S> key) {
    return (ZoneMap<S>) maps.get(key);
  }

  /**
   * Remembers a stretch, unless it shares a row with another one, or those of its own key take all
   * memory.
   */
  public <S extends Stretch> void add(Key<S> key, S zone) {
    synchronized (maps) {
      ZoneMap<S> map = get(key);
      if (map != null && !map.isNew(zone)) {
        return;
      }
      long added = zone.heldBytes() + (map == null ? key.heldBytes() : 0);
      dropOldest(added, map);
      if (heldBytes + added > maxBytes) {
        return;
      }
      if (map == null) {
        map = new ZoneMap<>();
        maps.put(key, map);
      }
      map.add(zone);
      heldBytes += added;
    }
  }

  /** Drops maps until there is room for so many bytes, but not this one. */
  private void dropOldest(long added, ZoneMap<?> kept) {
    Iterator<Map.Entry<Key<?>, ZoneMap<?>>> oldestFirst = maps.entrySet().iterator();
    while (heldBytes + added > maxBytes && oldestFirst.hasNext()) {
      Map.Entry<Key<?>, ZoneMap<?>> oldest = oldestFirst.next();
      if (oldest.getValue() != kept) {
        drop(oldest);
        oldestFirst.remove();
      }
    }
  }

  private void drop(Map.Entry<Key<?>, ZoneMap<?>> entry) {
    heldBytes -= entry.getKey().heldBytes() + entry.getValue().heldBytes();
  }

  /** Forgets a file that is not part of its store any more. */
  public void dropFile(Path file) {
    String name = file.toString();
    dropIf(name::equals);
  }

  /** Forgets the files of a region that this server closed. */
  public void dropRegion(String encodedName) {
    dropIf(file -> file.contains("/" + encodedName + "/"));
  }

  private void dropIf(Predicate<String> isDropped) {
    synchronized (maps) {
      for (Iterator<Map.Entry<Key<?>, ZoneMap<?>>> all = maps.entrySet().iterator();
          all.hasNext(); ) {
        Map.Entry<Key<?>, ZoneMap<?>> entry = all.next();
        if (isDropped.test(entry.getKey().file())) {
          drop(entry);
          all.remove();
        }
      }
    }
  }

  /** Memory of all maps. */
  public long heldBytes() {
    synchronized (maps) {
      return heldBytes;
    }
  }
}
