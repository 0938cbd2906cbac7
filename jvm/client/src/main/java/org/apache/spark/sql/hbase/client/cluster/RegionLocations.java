package org.apache.spark.sql.hbase.client.cluster;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The regions of tables, their servers and sizes, for planning input partitions. Remembered, for
 * ten minutes unless asked otherwise. Listing a large table reads all of its rows in hbase:meta,
 * and sizes are asked of every region server. What went stale costs locality and even tasks, never
 * correctness: scans are given key ranges, not regions. Thread-safe.
 */
public final class RegionLocations {
  private static final Logger LOG = LoggerFactory.getLogger(RegionLocations.class);
  private static final long DEFAULT_MAX_AGE_SECONDS = 600;

  private record Listed(Listing listing, long atNanos) {}

  private record Measured(Sized sized, long atNanos) {}

  /**
   * The regions of a table at one time.
   *
   * @param regions in row-key order; together they cover every row key
   * @param servers that hold them, each once
   */
  public record Listing(List<RegionSpan> regions, List<ServerName> servers) {}

  /**
   * The regions of a table and what is stored in each.
   *
   * @param sizes empty when HBase does not tell, for example to a user without the right to ask
   */
  public record Sized(List<RegionSpan> regions, Optional<RegionSizes> sizes) {}

  /**
   * The source of regions that are not remembered: HBase, or a substitute in tests and benchmarks.
   */
  public interface Source {
    Listing list(TableName table) throws IOException;

    RegionSizes sizes(TableName table, List<ServerName> servers) throws IOException;
  }

  private final Map<TableName, Listed> listings = new ConcurrentHashMap<>();
  private final Map<TableName, Measured> measurements = new ConcurrentHashMap<>();
  private final Source source;
  private final LongSupplier nanoClock;

  public RegionLocations(Connection connection) {
    this(new HBaseRegions(connection), System::nanoTime);
  }

  public RegionLocations(Source source, LongSupplier nanoClock) {
    this.source = source;
    this.nanoClock = nanoClock;
  }

  /**
   * All regions of the table in row-key order; together they cover every row key.
   *
   * @throws TableNotFoundException if there is no such table
   */
  public List<RegionSpan> regions(TableName table) throws IOException {
    return regions(table, DEFAULT_MAX_AGE_SECONDS);
  }

  /** As {@link #regions(TableName)}, from a list that is at most so many seconds old. */
  public List<RegionSpan> regions(TableName table, long maxAgeSeconds) throws IOException {
    return listing(table, maxAgeSeconds).regions();
  }

  private Listing listing(TableName table, long maxAgeSeconds) throws IOException {
    Listed listed = listings.get(table);
    if (listed == null || !isYoung(listed.atNanos(), maxAgeSeconds)) {
      listed = new Listed(source.list(table), nanoClock.getAsLong());
      listings.put(table, listed);
    }
    return listed.listing();
  }

  /**
   * The regions and the bytes of their store files and memstores, both at most so many seconds old.
   * Where region servers report other regions than those remembered, they are listed anew.
   */
  public Sized sized(TableName table, long maxAgeSeconds) throws IOException {
    Measured measured = measurements.get(table);
    if (measured == null || !isYoung(measured.atNanos(), maxAgeSeconds)) {
      measured = new Measured(measure(table, maxAgeSeconds), nanoClock.getAsLong());
      measurements.put(table, measured);
    }
    return measured.sized();
  }

  private Sized measure(TableName table, long maxAgeSeconds) throws IOException {
    Listing listing = listing(table, maxAgeSeconds);
    Optional<RegionSizes> sizes = sizes(table, listing);
    if (sizes.isPresent() && !sizes.get().areOf(listing.regions())) {
      listings.remove(table);
      listing = listing(table, maxAgeSeconds);
      sizes = sizes(table, listing);
    }
    return new Sized(listing.regions(), sizes);
  }

  private Optional<RegionSizes> sizes(TableName table, Listing listing) throws IOException {
    try {
      return Optional.of(source.sizes(table, listing.servers()));
    } catch (IOException e) {
      Interruptions.throwIfOne(e);
      LOG.info("The size of HBase table {} is not known to the planner: {}", table, e.getMessage());
      // One of the servers may be gone; a user who must not ask need not list the regions again.
      if (!(e instanceof DoNotRetryIOException)) {
        listings.remove(table);
      }
      return Optional.empty();
    }
  }

  private boolean isYoung(long atNanos, long maxAgeSeconds) {
    return nanoClock.getAsLong() - atNanos <= TimeUnit.SECONDS.toNanos(maxAgeSeconds);
  }

  /** Drops what is remembered of a table, because its regions were split, merged or moved. */
  public void forget(TableName table) {
    listings.remove(table);
    measurements.remove(table);
  }

  /** Drops what is remembered of the sizes of a table, because rows were written. */
  public void forgetSizes(TableName table) {
    measurements.remove(table);
  }
}
