package org.apache.spark.sql.hbase.client.scan;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.client.cluster.SubPlanException;
import org.apache.spark.sql.hbase.client.cluster.TableAccess;
import org.apache.spark.sql.hbase.client.row.RowResults;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.FrameException;
import org.apache.spark.sql.hbase.wire.RemoteError;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the answer of one sub-plan over one range of rows, each row counted exactly once, whatever
 * happens to the regions meanwhile. Region servers run the plan where they can; elsewhere the same
 * engine runs in this process. The caller merges the partial aggregates of all batches.
 *
 * <p>Two loops lie around each other. HBase's client survives a moved region by itself and goes on
 * after the last Result. If it gives up, this reader forgets the region locations and scans again
 * from the first row that {@link Coverage} does not hold. While the caller works on a batch the
 * next frame is fetched in another thread. At most that one is fetched, and {@link Coverage} judges
 * it when it is taken. Not thread-safe. Uses the connection, does not own it.
 */
public final class SubPlanReader implements BatchReader {
  private static final Logger LOG = LoggerFactory.getLogger(SubPlanReader.class);

  private static final String NO_COPROCESSOR =
      "A region answered without the coprocessor, which spark.sql.hbase.coprocessor requires. Run pyspark-hbase"
          + " deploy with the name of the table, or set it to auto.";

  private static final String NO_FRAME =
      "No result frame covers these rows, but spark.sql.hbase.coprocessor requires frames. Repeat the query, in case"
          + " one was lost. If it fails again, run pyspark-hbase deploy with the name of the table, or set it to auto.";

  private final TableAccess table;
  private final SubPlanRequest request;
  private final PreparedPlan plan;
  private final Coverage coverage;
  private final Attempts attempts;
  private final StatisticsCounter statistics = new StatisticsCounter();
  private long rowsReturned;

  private FrameScan frameScan;
  private LocalRun localRun;
  // First row key that localRun does not answer; empty means the end of the table.
  private byte[] localStopRow;
  // Waits until localRun has answered the rows before it; frameScan stays open meanwhile.
  private ResultFrame pendingFrame;
  private FrameBatch current;

  public SubPlanReader(TableAccess table, SubPlanRequest request, Attempts.Sleeper sleeper)
      throws SubPlanException {
    this.table = table;
    this.request = request;
    this.plan =
        PreparedPlan.of(
            request.subPlan(), request.conditions(), request.options(), request.times());
    if (plan.runsHereOnly() && request.options().mode() != CoprocessorMode.OFF) {
      throw new IllegalArgumentException(
          "region servers know neither facts nor older states of a row");
    }
    this.coverage = new Coverage(request.startRow(), request.stopRow(), plan.hash());
    this.attempts = new Attempts(request.options(), sleeper);
  }

  /**
   * Opens a reader; the first RPC happens in {@link #next}.
   *
   * @throws SubPlanException when the sub-plan itself is malformed
   */
  public static SubPlanReader open(Connection connection, SubPlanRequest request)
      throws IOException {
    TableAccess table = TableAccess.of(connection, request.table());
    try {
      return new SubPlanReader(table, request, Thread::sleep);
    } catch (SubPlanException e) {
      table.close();
      throw e;
    }
  }

  @Override
  public boolean isLimited() {
    return plan.isLimited();
  }

  /** Fetches the first frame in another thread. */
  @Override
  public void start() throws IOException {
    if (frameScan == null && request.options().mode() != CoprocessorMode.OFF && wantsMore()) {
      openFrameScan();
      fetchAhead();
    }
  }

  @Override
  public boolean next() throws IOException {
    current = null;
    while (current == null) {
      if (plan.isSatisfiedBy(rowsReturned)) {
        coverage.finish();
      }
      if (coverage.isComplete()) {
        closeScans();
        return false;
      }
      if (localRun != null) {
        stepLocal();
      } else if (request.options().mode() == CoprocessorMode.OFF) {
        runLocally(coverage.stopRow(), FallbackReason.SWITCHED_OFF, "");
      } else {
        stepServer();
      }
    }
    rowsReturned += current.rowCount();
    fetchAhead();
    return true;
  }

  @Override
  public FrameBatch current() {
    return current;
  }

  @Override
  public ReaderStatistics statistics() {
    return statistics.snapshot();
  }

  /** If a frame is being fetched, its scan ends as soon as it has come. */
  @Override
  public void close() throws IOException {
    closeScans();
    table.close();
  }

  private void stepLocal() throws IOException {
    current = localRun.next();
    if (current != null) {
      return;
    }
    if (localRun.limitReached() && plan.isLimited()) {
      coverage.finish();
    } else {
      coverage.advanceTo(localStopRow);
    }
    localRun.close();
    localRun = null;
  }

  private void stepServer() throws IOException {
    try {
      if (pendingFrame != null) {
        judgePendingFrame();
      } else {
        readAnswer();
      }
    } catch (SubPlanException e) {
      throw e;
    } catch (IOException e) {
      closeFrameScan();
      recover(e);
    }
  }

  private void readAnswer() throws IOException {
    if (frameScan == null) {
      openFrameScan();
    }
    FrameScan.Answer answer = frameScan.next();
    if (answer.isEnd()) {
      closeFrameScan();
      runLocally(coverage.stopRow(), FallbackReason.NOT_COVERED, "");
    } else if (answer.plainRow() != null) {
      byte[] end = endOfRegionWith(answer.plainRow());
      closeFrameScan();
      runLocally(end, FallbackReason.COPROCESSOR_MISSING, "");
    } else {
      pendingFrame = answer.frame();
    }
  }

  private void openFrameScan() throws IOException {
    Scan scan = plan.subPlanScan(coverage.position(), coverage.stopRow());
    frameScan = new FrameScan(table, scan, statistics);
    statistics.addPlan(request.subPlan().length);
  }

  private boolean wantsMore() {
    return !coverage.isComplete() && !plan.isSatisfiedBy(rowsReturned);
  }

  private void fetchAhead() {
    if (request.options().readAhead() && frameScan != null && pendingFrame == null && wantsMore()) {
      frameScan.fetchAhead();
    }
  }

  private void judgePendingFrame() throws IOException {
    ResultFrame frame = pendingFrame;
    switch (coverage.judge(frame.header())) {
      case TAKE -> take(frame);
      case DROP -> pendingFrame = null;
      case GAP ->
          runLocally(frame.header().getFromRow().toByteArray(), FallbackReason.NOT_COVERED, "");
      case OVERLAP -> scanAgainFromPosition(frame);
    }
  }

  private void take(ResultFrame frame) throws SubPlanException {
    pendingFrame = null;
    byte[] before = coverage.position();
    coverage.advance(frame.header());
    if (!Arrays.equals(before, coverage.position())) {
      attempts.progressed();
    }
    if (frame.header().getRowCount() > 0) {
      current = batchOf(frame);
    }
  }

  /**
   * After a loss, HBase's client goes on after the last Result it saw. If a merge or a writer put
   * rows between that and the end of a region that was answered already, they come again.
   */
  private void scanAgainFromPosition(ResultFrame frame) throws IOException {
    SubPlanException overlap =
        new SubPlanException(
            ErrorCode.CORRUPT_FRAME,
            "The frame repeats rows that are answered already; repeat the query.",
            Map.of(
                "region", frame.header().getRegion(),
                "fromRow", Bytes.toStringBinary(frame.header().getFromRow().toByteArray()),
                "position", Bytes.toStringBinary(coverage.position())));
    if (frameScan.frames() == 1) {
      // The scan was opened at the position, so a correct server begins there.
      throw overlap;
    }
    pendingFrame = null;
    closeFrameScan();
    attempts.failed(overlap);
    statistics.addReopen();
  }

  private void recover(IOException failure) throws IOException {
    Optional<RemoteError> refusal = ScanErrors.remoteError(failure);
    if (refusal.isPresent()) {
      RemoteError error = refusal.get();
      if (!error.code().allowsFallback() || request.options().mode() == CoprocessorMode.REQUIRE) {
        throw new SubPlanException(error, failure);
      }
      FallbackReason reason =
          error.code() == ErrorCode.SERVER_OVERLOADED
              ? FallbackReason.OVERLOADED
              : FallbackReason.REFUSED;
      runLocally(endOfRegionWith(coverage.position()), reason, error.format());
    } else {
      ScanErrors.throwIfFinal(failure);
      attempts.failed(failure);
      statistics.addReopen();
      table.forgetLocations();
    }
  }

  /**
   * The end of the region with {@code row}, or with the position if that is beyond, within the
   * range.
   */
  private byte[] endOfRegionWith(byte[] row) throws IOException {
    byte[] within = Bytes.compareTo(row, coverage.position()) < 0 ? coverage.position() : row;
    while (true) {
      try {
        return coverage.clip(table.regionEnd(within));
      } catch (IOException e) {
        ScanErrors.throwIfFinal(e);
        attempts.failed(e);
      }
    }
  }

  private void runLocally(byte[] stopRow, FallbackReason reason, String detail)
      throws SubPlanException {
    FallbackRange range = new FallbackRange(coverage.position(), stopRow, reason, detail);
    if (request.options().mode() == CoprocessorMode.REQUIRE) {
      throw new SubPlanException(
          ErrorCode.COPROCESSOR_MISSING,
          reason == FallbackReason.NOT_COVERED ? NO_FRAME : NO_COPROCESSOR,
          Map.of("table", request.table().getNameAsString(), "rows", range.toString()));
    }
    statistics.addFallback(range);
    LOG.info("A sub-plan runs in this process. table={} rows={}", request.table(), range);
    Scan scan = plan.plainScan(coverage.position(), stopRow);
    RowResults results =
        plan.asKnown(
            new ScanResults(table, scan, plan.firstFetchSize(), attempts, statistics), table);
    localRun =
        new LocalRun(
            plan.compiled(),
            new ResultRowSource(results, plan.compiled(), statistics),
            request.options().maxStateBytes(),
            LocalRun.MAX_BATCH_ROWS,
            statistics::addLocal);
    localStopRow = stopRow;
  }

  private void closeFrameScan() {
    if (frameScan != null) {
      frameScan.close();
      frameScan = null;
    }
  }

  private void closeScans() {
    closeFrameScan();
    pendingFrame = null;
    if (localRun != null) {
      localRun.close();
      localRun = null;
    }
  }

  private static FrameBatch batchOf(ResultFrame frame) throws SubPlanException {
    try {
      return new FrameBatch(frame.batch().columns(), Math.toIntExact(frame.header().getRowCount()));
    } catch (FrameException e) {
      throw new SubPlanException(e.error(), e);
    }
  }
}
