package org.apache.spark.sql.hbase.client.scan;

import java.io.IOException;
import java.io.InterruptedIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounds how often a scan is tried in a row without progress, with growing pauses in between.
 * HBase's client has such a bound for each call; this one is for the reader around it. Not
 * thread-safe.
 */
public final class Attempts {
  private static final Logger LOG = LoggerFactory.getLogger(Attempts.class);

  /** {@link Thread#sleep}, or nothing in tests. */
  public interface Sleeper {
    void sleep(long millis) throws InterruptedException;
  }

  private final int maxAttempts;
  private final long firstPauseMillis;
  private final long maxPauseMillis;
  private final Sleeper sleeper;
  private int failures;

  public Attempts(ReaderOptions options, Sleeper sleeper) {
    this.maxAttempts = options.maxAttempts();
    this.firstPauseMillis = options.firstPauseMillis();
    this.maxPauseMillis = options.maxPauseMillis();
    this.sleeper = sleeper;
  }

  /** Something new was read: start counting again. */
  public void progressed() {
    failures = 0;
  }

  /** Pauses before the next attempt, or throws {@code failure} when it was the last one. */
  public void failed(IOException failure) throws IOException {
    failures++;
    if (failures >= maxAttempts) {
      throw failure;
    }
    long pause = Math.min(maxPauseMillis, firstPauseMillis << Math.min(20, failures - 1));
    LOG.info(
        "A scan failed and is tried again in {} ms. attempt={} reason={}",
        pause,
        failures,
        failure.toString());
    try {
      sleeper.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("interrupted while waiting to scan again");
      interrupted.initCause(failure);
      throw interrupted;
    }
  }
}
