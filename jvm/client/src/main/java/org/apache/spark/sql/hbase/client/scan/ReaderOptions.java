package org.apache.spark.sql.hbase.client.scan;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * The options of a {@link SubPlanReader}. Immutable; each {@code with} method returns a changed
 * copy.
 *
 * @param mode where the sub-plan may run
 * @param fetchSize rows per RPC of a plain scan (HBase's <em>caching</em>); a sub-plan scan always
 *     takes one frame
 * @param cacheBlocks whether the blocks read should enter the region server's block cache
 * @param maxAttempts how many times in a row a scan may fail or be reopened without covering
 *     anything new
 * @param firstPauseMillis pause before the second attempt; doubled for each further one
 * @param maxPauseMillis longest pause
 * @param maxStateBytes memory for aggregation state when the engine runs in this process
 * @param readAhead whether the next frame is fetched while the caller works on a batch
 * @param customFilter whether plain scans carry a filter of ours that leaves out rows in the region
 *     server. Where it has no such class the scan is repeated without
 */
public record ReaderOptions(
    CoprocessorMode mode,
    int fetchSize,
    boolean cacheBlocks,
    int maxAttempts,
    long firstPauseMillis,
    long maxPauseMillis,
    long maxStateBytes,
    boolean readAhead,
    boolean customFilter) {

  public ReaderOptions {
    Objects.requireNonNull(mode, "mode");
    if (fetchSize < 1
        || maxAttempts < 1
        || firstPauseMillis < 0
        || maxPauseMillis < 0
        || maxStateBytes < 1) {
      throw new IllegalArgumentException("sizes and counts of ReaderOptions must be positive");
    }
  }

  /**
   * AUTO, 1,000 rows, no block caching, twelve attempts over about a minute of pauses, 64 MiB, one
   * frame ahead, with filters.
   */
  public static ReaderOptions defaults() {
    return new ReaderOptions(
        CoprocessorMode.AUTO, 1_000, false, 12, 100, 10_000, 64L << 20, true, true);
  }

  public ReaderOptions withMode(CoprocessorMode newMode) {
    return with(changed -> changed.mode = newMode);
  }

  public ReaderOptions withFetchSize(int rows) {
    return with(changed -> changed.fetchSize = rows);
  }

  public ReaderOptions withCacheBlocks(boolean cache) {
    return with(changed -> changed.cacheBlocks = cache);
  }

  public ReaderOptions withAttempts(int attempts, long firstPause, long maxPause) {
    return with(
        changed -> {
          changed.maxAttempts = attempts;
          changed.firstPauseMillis = firstPause;
          changed.maxPauseMillis = maxPause;
        });
  }

  public ReaderOptions withMaxStateBytes(long bytes) {
    return with(changed -> changed.maxStateBytes = bytes);
  }

  public ReaderOptions withReadAhead(boolean ahead) {
    return with(changed -> changed.readAhead = ahead);
  }

  public ReaderOptions withCustomFilter(boolean filter) {
    return with(changed -> changed.customFilter = filter);
  }

  private ReaderOptions with(Consumer<Changed> change) {
    Changed changed = new Changed(this);
    change.accept(changed);
    return changed.toOptions();
  }

  /** A copy while it is changed. */
  private static final class Changed {
    private CoprocessorMode mode;
    private int fetchSize;
    private boolean cacheBlocks;
    private int maxAttempts;
    private long firstPauseMillis;
    private long maxPauseMillis;
    private long maxStateBytes;
    private boolean readAhead;
    private boolean customFilter;

    Changed(ReaderOptions options) {
      mode = options.mode;
      fetchSize = options.fetchSize;
      cacheBlocks = options.cacheBlocks;
      maxAttempts = options.maxAttempts;
      firstPauseMillis = options.firstPauseMillis;
      maxPauseMillis = options.maxPauseMillis;
      maxStateBytes = options.maxStateBytes;
      readAhead = options.readAhead;
      customFilter = options.customFilter;
    }

    ReaderOptions toOptions() {
      return new ReaderOptions(
          mode,
          fetchSize,
          cacheBlocks,
          maxAttempts,
          firstPauseMillis,
          maxPauseMillis,
          maxStateBytes,
          readAhead,
          customFilter);
    }
  }
}
