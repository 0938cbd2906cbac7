package org.apache.spark.sql.hbase.coprocessor.scan;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.UnknownScannerException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.spark.sql.hbase.coprocessor.direct.ServerRowSource;
import org.apache.spark.sql.hbase.coprocessor.server.ComputeTurns;
import org.apache.spark.sql.hbase.coprocessor.server.RemoteErrors;
import org.apache.spark.sql.hbase.engine.Emission;
import org.apache.spark.sql.hbase.engine.SubPlanRunner;

/**
 * Runs one sub-plan over one region and returns its result as ordinary cells, one frame per Result.
 *
 * <p>The row key of each Result is the last row consumed. So a client that loses the region
 * continues just after it and counts nothing twice. Each call works for one time slice. A slice
 * without a frame returns no cell and true, from which the server makes a heartbeat when its own
 * deadline has come. A call for which there is no turn to compute waits for a tenth of a slice.
 * Then it is answered with a heartbeat at once, so that it holds no handler.
 *
 * <p>HBase calls {@code next} methods from one RPC handler at a time, holding this object's
 * monitor. {@code close} may come at any time from another thread and waits for the slice to end.
 */
final class SubPlanRegionScanner implements RegionScanner {
  private static final int WAITS_PER_SLICE = 10;

  private final RegionScanner inner;
  private final Region region;
  private final SubPlanRunner runner;
  private final ServerRowSource source;
  private final FrameWriter frames;
  private final Runnable onClose;
  private final ComputeTurns turns;
  private final CallReport report;
  private final long sliceNanos;
  private final Optional<String> owner = RpcServer.getRequestUserName();

  private boolean finished;
  private boolean closed;

  /**
   * Takes over all that can be closed: it is closed with this scanner.
   *
   * @param onClose run once, at the end
   */
  SubPlanRegionScanner(
      RegionScanner inner,
      Region region,
      SubPlanRunner runner,
      ServerRowSource source,
      FrameWriter frames,
      Runnable onClose,
      ComputeTurns turns,
      CallReport report,
      long sliceNanos) {
    this.inner = inner;
    this.region = region;
    this.runner = runner;
    this.source = source;
    this.frames = frames;
    this.onClose = onClose;
    this.turns = turns;
    this.report = report;
    this.sliceNanos = sliceNanos;
  }

  @Override
  public synchronized boolean nextRaw(List<Cell> result, ScannerContext context)
      throws IOException {
    long from = System.nanoTime();
    try {
      checkOpen();
      checkOwner();
      return !finished && runInTurn(result, context);
    } catch (Throwable problem) {
      throw RemoteErrors.forClient(problem, inner.getRegionInfo());
    } finally {
      report.called(System.nanoTime() - from);
    }
  }

  private boolean runInTurn(List<Cell> result, ScannerContext context) throws IOException {
    checkServing();
    if (!turns.tryBegin(sliceNanos / WAITS_PER_SLICE)) {
      report.waited();
      ScannerCalls.endSoon(context);
      return true;
    }
    try {
      checkServing();
      return runSlice(result);
    } finally {
      turns.end();
    }
  }

  /**
   * The region waits for our read lock before it closes; a moved or split region must not wait for
   * a whole scan.
   */
  private void checkServing() throws NotServingRegionException {
    if (region.isClosing()) {
      throw new NotServingRegionException(
          inner.getRegionInfo().getRegionNameAsString() + " is closing");
    }
  }

  private boolean runSlice(List<Cell> result) throws IOException {
    SubPlanRunner.Step step = runner.run(System.nanoTime() + sliceNanos);
    source.release();
    if (step == SubPlanRunner.Step.YIELD) {
      return true;
    }
    Emission emission = runner.take();
    result.add(frames.write(emission));
    runner.emissionLeft();
    report.frameSent(emission.statistics().getRowsScanned());
    // True at the end would cost the client one more RPC; what it has proves the region complete.
    finished = emission.end();
    return !finished;
  }

  @Override
  public boolean nextRaw(List<Cell> result) throws IOException {
    return nextRaw(result, null);
  }

  @Override
  public boolean next(List<Cell> result, ScannerContext ignored) throws IOException {
    region.startRegionOperation(Region.Operation.SCAN);
    try {
      return nextRaw(result, null);
    } finally {
      region.closeRegionOperation(Region.Operation.SCAN);
    }
  }

  @Override
  public boolean next(List<Cell> result) throws IOException {
    return next(result, null);
  }

  /** Idempotent. Runs up to a minute after the client has gone, when its lease expires. */
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    // Closed in the opposite order, each whatever becomes of the others.
    try (runner;
        source) {
      finished = true;
      report.ended();
      onClose.run();
    } catch (Throwable problem) {
      throw RemoteErrors.forClient(problem, inner.getRegionInfo());
    } finally {
      inner.close();
    }
  }

  /** Never: together with an empty Result it would end the client's scan of all regions. */
  @Override
  public boolean isFilterDone() {
    return false;
  }

  /** Nobody above may move the scan: rows between would be missing from the frames. */
  @Override
  public boolean reseek(byte[] row) throws IOException {
    throw new DoNotRetryIOException("a sub-plan scan cannot be moved");
  }

  @Override
  public RegionInfo getRegionInfo() {
    return inner.getRegionInfo();
  }

  @Override
  public long getMaxResultSize() {
    return inner.getMaxResultSize();
  }

  @Override
  public long getMvccReadPoint() {
    return inner.getMvccReadPoint();
  }

  @Override
  public int getBatch() {
    return -1;
  }

  @Override
  public String getOperationId() {
    return inner.getOperationId();
  }

  private void checkOpen() throws UnknownScannerException {
    if (closed) {
      throw new UnknownScannerException("the scanner is closed; its lease may have expired");
    }
  }

  /**
   * HBase's access controller knows the inner scanner only, so its own check does not see this one.
   */
  private void checkOwner() throws AccessDeniedException {
    if (owner.isPresent() && !owner.equals(RpcServer.getRequestUserName())) {
      throw new AccessDeniedException("the scanner belongs to another user");
    }
  }
}
