package org.apache.spark.sql.hbase.coprocessor.server;

/**
 * Every property of the region-server side. A value is looked up in hbase-site.xml, then in the
 * table descriptor, then in the properties of the coprocessor. The last one that has it wins,
 * except where the description says that only hbase-site.xml counts.
 */
public enum ServerSetting {
  ENABLED(
      "hbase.sparksql.enabled",
      "true",
      "true or false",
      "Run sub-plans in the region server. If it is false, in hbase-site.xml or for a table, "
          + "sub-plans are refused and clients compute the same result themselves."),
  FRAME_MAX_ROWS(
      "hbase.sparksql.frame.max.rows",
      "16384",
      "rows",
      "Most rows in one result frame of a plan without aggregation. A group of rows of a "
          + "columnar table comes whole, and so do the rows that a join makes of one row. "
          + "Each frame is one answer of the server."),
  FRAME_MAX_BYTES(
      "hbase.sparksql.frame.max.bytes",
      "262144",
      "bytes",
      "Size of the rows at which a result frame is sent, whatever their number. Arrays of half a megabyte and more cost the"
          + " garbage collectors of both sides dearly."),
  STATE_MAX_BYTES(
      "hbase.sparksql.state.max.bytes",
      "8388608",
      "bytes",
      "Most memory that the groups of one scan may hold, and so its largest answer. When it is full, the partial groups are sent"
          + " and the scan goes on with none."),
  BATCH_MAX_ROWS(
      "hbase.sparksql.batch.max.rows",
      "1024",
      "rows",
      "Rows that the engine evaluates at once; what it computes stays in the processor's cache."),
  SLICE_MILLIS(
      "hbase.sparksql.slice.millis",
      "100",
      "milliseconds",
      "Longest time between two looks at deadlines, heartbeats and a closing region. Keep it well below half of the"
          + " clients' scanner timeout."),
  PROGRESS_MILLIS(
      "hbase.sparksql.progress.millis",
      "3000",
      "milliseconds",
      "Server time after which a scan sends what it has, so that a moved region or a lost server repeats little."),
  SLOW_MILLIS(
      "hbase.sparksql.slow.millis",
      "10000",
      "milliseconds",
      "Server time after which a scan is slow: when it ends, the log of the region server has a line about it."),
  MEMORY_FRACTION(
      "hbase.sparksql.memory.fraction",
      "0.1",
      "fraction of the heap",
      "Most memory that all sub-plans of the server may hold together.",
      Scope.SERVER),
  DIRECT_ENABLED(
      "hbase.sparksql.direct.enabled",
      "true",
      "true or false",
      "Decode clean rows straight from the blocks of store files, below HBase's scanner. Rows and regions where that could"
          + " give another answer are read through the scanner in any case."),
  DIRECT_FORCED_SHARE(
      "hbase.sparksql.direct.forced.share",
      "0",
      "fraction of the rows",
      "For tests: this share of the clean rows, chosen at random, is read through the scanner "
          + "all the same. Answers stay the same, scans get slower."),
  ZONE_MAPS_FRACTION(
      "hbase.sparksql.zone.maps.fraction",
      "0.02",
      "fraction of the heap",
      "Memory for the zones of store files: the smallest and largest values of filtered "
          + "columns, and the number of rows. A block and column takes about 150 bytes. A "
          + "query does not read zones again whose rows cannot pass, or of which it wants "
          + "only the number of rows. 0 switches this off.",
      Scope.SERVER),
  COLUMN_MEMORY_FRACTION(
      "hbase.sparksql.column.memory.fraction",
      "0.05",
      "fraction of the heap",
      "Memory for the values of columns that queries ask for a second time. Later queries do not "
          + "decode them again. A number takes one to eight bytes, a row key about seven. 0 "
          + "switches this off.",
      Scope.SERVER),
  COLUMN_MEMORY_ENABLED(
      "hbase.sparksql.column.memory.enabled",
      "true",
      "true or false",
      "Keep values of columns in that memory, and take them from there."),
  COLUMN_MEMORY_EAGER(
      "hbase.sparksql.column.memory.eager",
      "false",
      "true or false",
      "For tests: keep the values of a column from the first query on that asks for it. A query "
          + "then takes longer the first time, and queries that are asked once fill the memory.",
      Scope.SERVER),
  PLAN_CACHE_MAX_BYTES(
      "hbase.sparksql.plan.cache.max.bytes",
      "33554432",
      "bytes",
      "Memory for sub-plans that are kept compiled for the next scan, with their lists of "
          + "values and row keys. 100,000 row keys take about 10 MB.",
      Scope.SERVER);

  /** The reach of a setting. */
  private enum Scope {
    /** The regions of a table, or all of a server. */
    REGION(""),
    /** All regions of a server. */
    SERVER(" Only hbase-site.xml counts; read at the first use.");

    private final String sentence;

    Scope(String sentence) {
      this.sentence = sentence;
    }
  }

  private final String key;
  private final String defaultValue;
  private final String unit;
  private final String description;
  private final Scope scope;

  ServerSetting(String key, String defaultValue, String unit, String description) {
    this(key, defaultValue, unit, description, Scope.REGION);
  }

  ServerSetting(String key, String defaultValue, String unit, String description, Scope scope) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.unit = unit;
    this.description = description;
    this.scope = scope;
  }

  public String key() {
    return key;
  }

  String defaultValue() {
    return defaultValue;
  }

  String unit() {
    return unit;
  }

  /** True if a table cannot have a value of its own. */
  boolean isOfServer() {
    return scope == Scope.SERVER;
  }

  String description() {
    return description + scope.sentence;
  }
}
