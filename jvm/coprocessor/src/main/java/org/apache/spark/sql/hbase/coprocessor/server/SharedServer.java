package org.apache.spark.sql.hbase.coprocessor.server;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The state that all versions of the coprocessor in one region server share. HBase loads each jar
 * by a class loader of its own, so their classes differ. They have in common the map that HBase
 * keeps for the name of the coprocessor's class, and the classes of the JDK.
 *
 * <p>Names and types in that map are a contract between versions: they are added to, never changed.
 * A version that has no open region has left nothing of its own there. Thread-safe.
 */
final class SharedServer {
  /** An {@link AtomicLong}: bytes that open scans have reserved. */
  private static final String RESERVED_BYTES = "sparksql.reserved.bytes";

  /**
   * A map from each version with open regions, which is any object, to a {@link Runnable} that is
   * called when another one comes or goes. Its monitor guards both maps of versions.
   */
  private static final String VERSIONS = "sparksql.versions";

  /** A fair {@link Semaphore}: turns of sub-plans to compute. */
  private static final String COMPUTE_TURNS = "sparksql.compute.turns";

  private final AtomicLong reservedBytes;
  private final Semaphore computeTurns;
  private final Map<Object, Runnable> versions;

  /** A map from each of these versions to the bytes that it holds in a cache. */
  private final Map<ServerCache, Map<Object, LongSupplier>> bytes =
      new EnumMap<>(ServerCache.class);

  /** Holds the map, which HBase drops when nobody does. */
  private final ConcurrentMap<String, Object> shared;

  /**
   * @param shared HBase's map
   * @param turns sub-plans that compute at once, where no version has said it before
   */
  @SuppressWarnings("unchecked")
  SharedServer(ConcurrentMap<String, Object> shared, int turns) {
    this.shared = shared;
    reservedBytes = (AtomicLong) shared.computeIfAbsent(RESERVED_BYTES, unused -> new AtomicLong());
    computeTurns =
        (Semaphore) shared.computeIfAbsent(COMPUTE_TURNS, unused -> new Semaphore(turns, true));
    versions =
        (Map<Object, Runnable>)
            shared.computeIfAbsent(VERSIONS, unused -> new ConcurrentHashMap<Object, Runnable>());
    for (ServerCache cache : ServerCache.values()) {
      bytes.put(
          cache,
          (Map<Object, LongSupplier>)
              shared.computeIfAbsent(
                  cache.shared(), unused -> new ConcurrentHashMap<Object, LongSupplier>()));
    }
  }

  boolean isOf(ConcurrentMap<String, Object> map) {
    return shared == map;
  }

  /** Counts what the open scans of all versions have reserved. */
  AtomicLong reservedBytes() {
    return reservedBytes;
  }

  /** The turns of the sub-plans of all versions. */
  Semaphore computeTurns() {
    return computeTurns;
  }

  /** Returns the number of versions that divide the caches of the server among them. */
  int versions() {
    return Math.max(1, versions.size());
  }

  /** Returns what all versions hold in such a cache. */
  long bytes(ServerCache cache) {
    return bytes.get(cache).values().stream().mapToLong(LongSupplier::getAsLong).sum();
  }

  /**
   * Tells all versions, this one too, that it has open regions from now on.
   *
   * @param changed called in any thread when a version comes or goes; does not call back
   * @param held bytes of each cache of this version
   */
  void enter(Object version, Runnable changed, Map<ServerCache, LongSupplier> held) {
    synchronized (versions) {
      held.forEach((cache, ofThis) -> bytes.get(cache).put(version, ofThis));
      versions.put(version, changed);
      versions.values().forEach(Runnable::run);
    }
  }

  /** Tells the other versions that this one has no open region any more. */
  void leave(Object version) {
    synchronized (versions) {
      bytes.values().forEach(byVersion -> byVersion.remove(version));
      versions.remove(version);
      versions.values().forEach(Runnable::run);
    }
  }
}
