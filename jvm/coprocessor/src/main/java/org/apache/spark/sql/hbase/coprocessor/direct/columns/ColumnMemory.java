package org.apache.spark.sql.hbase.coprocessor.direct.columns;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneMap;
import org.apache.spark.sql.hbase.engine.row.StoredColumn;

/**
 * The values of columns that a server keeps, by store file, or by files that are read together, by
 * their names with {@link #BETWEEN_FILES}. What a region's memory has may be one of these. Values
 * are kept of columns for which scans ask a second time. If memory is full, a file gives way that
 * nobody asked for between the two. So files that are read in turn do not push out each other
 * (LRU-2: O'Neil, O'Neil and Weikum, "The LRU-K Page Replacement Algorithm", SIGMOD 1993). Store
 * files never change and their names are never given twice, so values stay true as long as they are
 * here. Thread-safe.
 */
public final class ColumnMemory {
  /**
   * Questions of which it is known that they were asked, at a hundred bytes each. One query of ten
   * columns asks as many over 6,000 files.
   */
  private static final int MAX_ASKED = 1 << 16;

  /** Stands between the names of files of which stretches hold the rows together. */
  public static final String BETWEEN_FILES = "\n";

  /** Stands before the read point in the name of what scans see of a region's memory. */
  private static final String BEFORE_READ_POINT = "\r";

  /** Spreads the hashes of a question's parts over 64 bits. */
  private static final long HASH_FACTOR = 0x9E37_79B9_7F4A_7C15L;

  /** The bytes of an entry without its stretches. */
  private static final int ENTRY_BYTES = 256;

  private final Map<String, FileValues> files = new LinkedHashMap<>(16, 0.75f, true);

  /** The time of each question, by its hash: if two have the same, one is known too early. */
  private final Map<Long, Long> asked =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
          return size() > MAX_ASKED;
        }
      };

  private final boolean isEager;
  private volatile long maxBytes;
  private long heldBytes;

  /** Counts questions and uses: the time by which they are compared. */
  private long time;

  /** The stretches of a file. */
  private static final class FileValues {
    final ZoneMap<ValuedStretch> stretches = new ZoneMap<>();
    long lastUse;
  }

  /**
   * @param maxBytes memory of all values together; 0 for none
   * @param isEager values are kept of columns for which a scan asks the first time, too
   */
  public ColumnMemory(long maxBytes, boolean isEager) {
    this.maxBytes = maxBytes;
    this.isEager = isEager;
  }

  /**
   * Changes the memory of all values together, and drops those that are too many.
   *
   * @param bytes 0 for none
   */
  public void limitTo(long bytes) {
    synchronized (files) {
      maxBytes = bytes;
      if (!makeRoom(0, null, Long.MAX_VALUE)) {
        // Scans that make stretches hold more than the bound.
        dropIf(file -> true);
      }
      if (bytes == 0) {
        asked.clear();
      }
    }
  }

  public long maxBytes() {
    return maxBytes;
  }

  public boolean isEnabled() {
    return maxBytes > 0;
  }

  /**
   * The name of what scans see of a region's memory. Two of them with the same read point see the
   * same, if the files are the same, too.
   */
  public static String nameOfMemory(String region, long readPoint) {
    return region + BEFORE_READ_POINT + readPoint;
  }

  /**
   * Notes that a scan with this start row asks for columns of a file.
   *
   * @return since when each of them was asked for, for {@link #add}; negative if one was not
   */
  public long ask(String file, Set<StoredColumn> columns, byte[] startRow) {
    synchronized (files) {
      time++;
      if (isEager) {
        return time;
      }
      long since = time;
      for (StoredColumn column : columns) {
        Long before = asked.put(question(file, column, startRow), time);
        since = Math.min(since, before == null ? -1 : before);
      }
      return since;
    }
  }

  /** Each task of a query has a start row of its own. */
  private static long question(String file, StoredColumn column, byte[] startRow) {
    long hash = HASH_FACTOR * file.hashCode() + column.hashCode();
    return HASH_FACTOR * hash + Arrays.hashCode(startRow);
  }

  /** The stretches of a file; null if there are none. They stay usable if they are dropped here. */
  public ZoneMap<ValuedStretch> find(String file) {
    synchronized (files) {
      FileValues values = files.get(file);
      if (values == null) {
        return null;
      }
      values.lastUse = ++time;
      return values.stretches;
    }
  }

  /**
   * Keeps a stretch, unless it shares a row with another one of other rows, or there is no memory.
   * Columns are added to the same rows.
   *
   * @param askedBefore from {@link #ask}: only files that were not used since give way
   * @return false if there is no memory
   */
  public boolean add(String file, ValuedStretch stretch, long askedBefore) {
    synchronized (files) {
      FileValues known = files.get(file);
      ValuedStretch same = known == null ? null : known.stretches.at(stretch.first());
      ValuedStretch kept = same == null ? stretch : same.with(stretch);
      if (kept == null || same == null && known != null && !known.stretches.isNew(stretch)) {
        return true;
      }
      if (known == null) {
        dropOtherReadPoints(file);
      }
      long added = kept.heldBytes() - (same == null ? 0 : same.heldBytes());
      added += known == null ? ENTRY_BYTES + file.length() : 0;
      if (!makeRoom(added, known, askedBefore)) {
        return false;
      }
      if (known == null) {
        known = new FileValues();
        known.lastUse = ++time;
        files.put(file, known);
      }
      known.stretches.add(kept);
      heldBytes += added;
      return true;
    }
  }

  /**
   * Takes memory in which a scan makes stretches; {@link #free} gives it back.
   *
   * @param askedBefore from {@link #ask}: only files that were not used since give way
   * @return false if there is none
   */
  public boolean reserve(long bytes, long askedBefore) {
    synchronized (files) {
      boolean hasRoom = makeRoom(bytes, null, askedBefore);
      heldBytes += hasRoom ? bytes : 0;
      return hasRoom;
    }
  }

  /** Gives back what {@link #reserve} took. */
  public void free(long bytes) {
    synchronized (files) {
      heldBytes -= bytes;
    }
  }

  /**
   * Drops files until there is room for so many bytes, but not this one, and none that was used
   * since. Drops none if all that may go are too few.
   */
  private boolean makeRoom(long added, FileValues kept, long since) {
    long missing = heldBytes + added - maxBytes;
    List<Map.Entry<String, FileValues>> dropped = new ArrayList<>();
    Iterator<Map.Entry<String, FileValues>> oldestFirst = files.entrySet().iterator();
    while (missing > 0 && oldestFirst.hasNext()) {
      Map.Entry<String, FileValues> oldest = oldestFirst.next();
      if (oldest.getValue() != kept && oldest.getValue().lastUse < since) {
        missing -= bytes(oldest);
        dropped.add(oldest);
      }
    }
    if (missing > 0) {
      return false;
    }
    for (Map.Entry<String, FileValues> entry : dropped) {
      forget(entry);
      files.remove(entry.getKey());
    }
    return true;
  }

  private static long bytes(Map.Entry<String, FileValues> entry) {
    return ENTRY_BYTES + entry.getKey().length() + entry.getValue().stretches.heldBytes();
  }

  private void forget(Map.Entry<String, FileValues> entry) {
    heldBytes -= bytes(entry);
  }

  /** Forgets a file that is not part of its store any more. */
  public void dropFile(Path file) {
    String name = file.toString();
    dropIf(files -> Arrays.asList(files.split(BETWEEN_FILES)).contains(name));
  }

  /** Forgets the files of a region that this server closed. */
  public void dropRegion(String encodedName) {
    dropIf(file -> file.contains("/" + encodedName + "/"));
  }

  /** No scan begins at an earlier read point again. */
  private void dropOtherReadPoints(String name) {
    int readPoint = name.indexOf(BEFORE_READ_POINT);
    if (readPoint >= 0) {
      String others = name.substring(0, readPoint + 1);
      dropIf(other -> other.startsWith(others));
    }
  }

  private void dropIf(Predicate<String> isDropped) {
    synchronized (files) {
      for (Iterator<Map.Entry<String, FileValues>> all = files.entrySet().iterator();
          all.hasNext(); ) {
        Map.Entry<String, FileValues> entry = all.next();
        if (isDropped.test(entry.getKey())) {
          forget(entry);
          all.remove();
        }
      }
    }
  }

  /** Memory of all values, and of the scans that make stretches. */
  public long heldBytes() {
    synchronized (files) {
      return heldBytes;
    }
  }
}
