package org.apache.spark.sql.hbase.coprocessor.server;

/** The caches that each version of the coprocessor has, and the names of what they hold. */
enum ServerCache {
  PLANS("sparksql.plan.cache.bytes", "planCacheBytes"),
  ZONE_MAPS("sparksql.zone.map.bytes", "zoneMapBytes"),
  COLUMNS("sparksql.column.memory.bytes", "columnMemoryBytes");

  private final String shared;
  private final String gauge;

  ServerCache(String shared, String gauge) {
    this.shared = shared;
    this.gauge = gauge;
  }

  /** The name by which versions find the bytes of each other ({@link SharedServer}). */
  String shared() {
    return shared;
  }

  /** The name of the figure that monitoring sees. */
  String gauge() {
    return gauge;
  }
}
