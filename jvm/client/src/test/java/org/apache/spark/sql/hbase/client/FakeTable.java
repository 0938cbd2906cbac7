package org.apache.spark.sql.hbase.client;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.client.cluster.FilterSupport;
import org.apache.spark.sql.hbase.client.cluster.TableAccess;
import org.apache.spark.sql.hbase.wire.ArrowBatches;
import org.apache.spark.sql.hbase.wire.ArrowColumn;
import org.apache.spark.sql.hbase.wire.ArrowColumns;
import org.apache.spark.sql.hbase.wire.PlanHash;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.apache.spark.sql.hbase.wire.ScanAttributes;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.FrameHeader;
import org.apache.spark.sql.hbase.wire.proto.FrameStatistics;
import org.apache.spark.sql.hbase.wire.proto.Payload;
import org.apache.spark.sql.hbase.wire.proto.StopReason;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;

/**
 * The table of {@link CountPlans} with keys 0 to 99 in four regions of 25. Plain scans read the
 * rows; each sub-plan scan plays the next script, whatever range it asks for.
 */
public final class FakeTable implements TableAccess {
  public static final int ROWS = 100;
  public static final int ROWS_PER_REGION = 25;

  public final List<Scan> subPlanScans = new ArrayList<>();
  public final List<Scan> plainScans = new ArrayList<>();
  public final List<List<Get>> getBatches = new ArrayList<>();
  public int locationsForgotten;
  public int filterQuestions;
  public final AtomicInteger closedScanners = new AtomicInteger();
  private final FilterSupport filters = new FilterSupport(System::nanoTime);
  private final AtomicInteger calls = new AtomicInteger();
  private final byte[] plan;
  private final Deque<List<Object>> scripts = new ArrayDeque<>();
  // Plain scans that fail after so many rows, one entry per scan opened.
  private final Deque<Integer> plainFailures = new ArrayDeque<>();

  // Of the next batches of gets, in order.
  private final Deque<IOException> getFailures = new ArrayDeque<>();

  private byte[] ballast = {};

  private boolean knowsFilters = true;
  private boolean scansKnowFilters = true;
  private IOException questionFailure;

  public FakeTable(byte[] plan) {
    this.plan = plan;
  }

  /** Scripts the answers to the next sub-plan scan: Results, and a Throwable to fail there. */
  public FakeTable answers(Object... script) {
    scripts.add(Arrays.asList(script));
    return this;
  }

  public FakeTable plainScanFailsAfter(int rows) {
    plainFailures.add(rows);
    return this;
  }

  /** Rows that gets bring have another cell, of so many bytes. */
  public FakeTable withRowsOf(int bytes) {
    ballast = new byte[bytes];
    return this;
  }

  public FakeTable getFails(IOException failure) {
    getFailures.add(failure);
    return this;
  }

  public FakeTable knowsNoFilters() {
    knowsFilters = false;
    scansKnowFilters = false;
    return this;
  }

  /** Another region server than the one that was asked lacks the filters. */
  public FakeTable scansKnowNoFilters() {
    scansKnowFilters = false;
    return this;
  }

  public FakeTable filterQuestionFails(IOException failure) {
    questionFailure = failure;
    return this;
  }

  /** Waits until scanners were called so often. */
  public void awaitCalls(int count) throws InterruptedException {
    await(calls, count);
  }

  /** Gives a call that should not be there a moment to come. */
  public boolean areCallsAbove(int count) throws InterruptedException {
    Thread.sleep(30);
    return calls.get() > count;
  }

  public void awaitClosedScanners(int count) throws InterruptedException {
    await(closedScanners, count);
  }

  private static void await(AtomicInteger counter, int count) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (counter.get() < count) {
      assertTrue(System.nanoTime() < deadline, "only " + counter + " of " + count);
      Thread.sleep(1);
    }
  }

  /** A frame with the state of {@link CountPlans#countAndSum} for keys {@code [from, to)}. */
  public Result frame(int from, int to) {
    return resultOf(encode(header(from, to).build(), from, to), to - 1);
  }

  /** Makes the frame with a changed header. */
  public Result frame(FrameHeader.Builder header, int from, int to) {
    return resultOf(encode(header.build(), from, to), to - 1);
  }

  /** Makes the frame with one bit flipped on the way. */
  public Result damagedFrame(int from, int to) {
    byte[] bytes = encode(header(from, to).build(), from, to);
    bytes[bytes.length / 2] ^= 1;
    return resultOf(bytes, to - 1);
  }

  /** A frame that says that nothing lies in {@code [from, to)}. */
  public Result emptyFrame(int from, int to) {
    FrameHeader header =
        header(from, to).setRowCount(0).setStatistics(FrameStatistics.getDefaultInstance()).build();
    return resultOf(encode(header, from, from), from);
  }

  public FrameHeader.Builder header(int from, int to) {
    return FrameHeader.newBuilder()
        .setPlanHash(ByteString.copyFrom(PlanHash.of(plan)))
        .setRegion("region" + from / ROWS_PER_REGION)
        .setFromRow(ByteString.copyFrom(CountPlans.key(from)))
        .setToRow(ByteString.copyFrom(CountPlans.key(to)))
        .setPayload(Payload.PARTIAL_AGGREGATE)
        .setStopReason(StopReason.TIME_BOUND)
        .setRowCount(1)
        .setStatistics(
            FrameStatistics.newBuilder().setRowsScanned(to - from).setRowsKept(to - from));
  }

  /** A row as the table stores it. */
  public static Result plainRow(int k) {
    return Result.create(
        List.of(
            cell(
                CountPlans.key(k),
                CountPlans.FAMILY,
                CountPlans.QUALIFIER,
                CountPlans.value(10L * k))));
  }

  @Override
  public ResultScanner scan(Scan scan) throws IOException {
    if (scan.getAttribute(ScanAttributes.SUB_PLAN) != null) {
      subPlanScans.add(new Scan(scan));
      return new FakeScanner(scripts.remove().iterator());
    }
    plainScans.add(new Scan(scan));
    if (scan.hasFilter()) {
      checkFilter(scansKnowFilters, scan.getFilter());
    }
    return new FakeScanner(
        plainRows(scan, plainFailures.isEmpty() ? ROWS : plainFailures.remove()));
  }

  @Override
  public Result[] get(List<Get> gets) throws IOException {
    if (gets.get(0).getFilter() != null) {
      filterQuestions++;
      if (questionFailure != null) {
        IOException failure = questionFailure;
        questionFailure = null;
        throw failure;
      }
      checkFilter(knowsFilters, gets.get(0).getFilter());
      return new Result[] {Result.EMPTY_RESULT};
    }
    getBatches.add(List.copyOf(gets));
    if (!getFailures.isEmpty()) {
      throw getFailures.remove();
    }
    return gets.stream().map(get -> stored(CountPlans.keyOf(get.getRow()))).toArray(Result[]::new);
  }

  private static void checkFilter(boolean isKnown, Filter filter) throws IOException {
    if (!isKnown) {
      throw new DoNotRetryIOException(
          "java.lang.ClassNotFoundException: " + filter.getClass().getName());
    }
  }

  private Result stored(int k) {
    if (k < 0 || k >= ROWS) {
      return Result.EMPTY_RESULT;
    }
    Result row = plainRow(k);
    byte[] behind = {Byte.MAX_VALUE};
    Cell more = cell(row.getRow(), CountPlans.FAMILY, behind, ballast);
    return ballast.length == 0 ? row : Result.create(List.of(row.rawCells()[0], more));
  }

  @Override
  public byte[] regionEnd(byte[] row) {
    int region = CountPlans.keyOf(row) / ROWS_PER_REGION;
    boolean isLast = region == ROWS / ROWS_PER_REGION - 1;
    return isLast ? new byte[0] : CountPlans.key((region + 1) * ROWS_PER_REGION);
  }

  @Override
  public FilterSupport filters() {
    return filters;
  }

  @Override
  public RegionInfo region(byte[] row) {
    int region = CountPlans.keyOf(row) / ROWS_PER_REGION;
    return RegionInfoBuilder.newBuilder(TableName.valueOf("numbers"))
        .setStartKey(region == 0 ? new byte[0] : CountPlans.key(region * ROWS_PER_REGION))
        .setEndKey(regionEnd(row))
        .setRegionId(region)
        .build();
  }

  @Override
  public void forgetLocations() {
    locationsForgotten++;
  }

  @Override
  public void close() {}

  private static Iterator<Object> plainRows(Scan scan, int failsAfter) {
    List<Object> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      int k = scan.isReversed() ? ROWS - 1 - i : i;
      if (isWanted(CountPlans.key(k), scan)) {
        rows.add(
            rows.size() == failsAfter ? new IOException("region server stopped") : plainRow(k));
      }
    }
    return rows.iterator();
  }

  private static boolean isWanted(byte[] key, Scan scan) {
    int direction = scan.isReversed() ? -1 : 1;
    int behindStart = direction * Bytes.compareTo(key, scan.getStartRow());
    int behindStop = direction * Bytes.compareTo(key, scan.getStopRow());
    return (scan.getStartRow().length == 0
            || behindStart > 0
            || (behindStart == 0 && scan.includeStartRow()))
        && (scan.getStopRow().length == 0
            || behindStop < 0
            || (behindStop == 0 && scan.includeStopRow()));
  }

  private static byte[] encode(FrameHeader header, int from, int to) {
    long sum = 0;
    for (int k = from; k < to; k++) {
      sum += 10L * k;
    }
    int rows = (int) header.getRowCount();
    DataType bigint = DataType.newBuilder().setKind(TypeKind.BIGINT).build();
    ArrowColumn counts = ArrowColumns.ofLongs(bigint, new long[] {to - from}, new boolean[1], rows);
    ArrowColumn sums = ArrowColumns.ofLongs(bigint, new long[] {sum}, new boolean[1], rows);
    byte[] body = ArrowBatches.write(List.of("count", "sum"), List.of(counts, sums), rows);
    return new ResultFrame(header, body).encode();
  }

  private static Result resultOf(byte[] frame, int lastKey) {
    byte[] family = ScanAttributes.frameFamily();
    return Result.create(
        List.of(cell(CountPlans.key(lastKey), family, ScanAttributes.frameQualifier(), frame)));
  }

  private static Cell cell(byte[] row, byte[] family, byte[] qualifier, byte[] value) {
    return CellBuilderFactory.create(CellBuilderType.SHALLOW_COPY)
        .setRow(row)
        .setFamily(family)
        .setQualifier(qualifier)
        .setTimestamp(1)
        .setType(Cell.Type.Put)
        .setValue(value)
        .build();
  }

  private final class FakeScanner implements ResultScanner {
    private final Iterator<Object> script;
    private final ScanMetrics metrics = new ScanMetrics();

    FakeScanner(Iterator<Object> script) {
      this.script = script;
    }

    @Override
    public Result next() throws IOException {
      metrics.countOfRPCcalls.incrementAndGet();
      calls.incrementAndGet();
      if (!script.hasNext()) {
        return null;
      }
      Object answer = script.next();
      if (answer instanceof IOException failure) {
        throw failure;
      }
      if (answer instanceof UncheckedIOException failure) {
        throw failure;
      }
      return (Result) answer;
    }

    @Override
    public void close() {
      closedScanners.incrementAndGet();
    }

    @Override
    public boolean renewLease() {
      return false;
    }

    @Override
    public ScanMetrics getScanMetrics() {
      return metrics;
    }
  }
}
