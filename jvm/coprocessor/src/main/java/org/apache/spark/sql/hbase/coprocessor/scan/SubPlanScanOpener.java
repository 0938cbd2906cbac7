package org.apache.spark.sql.hbase.coprocessor.scan;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.spark.sql.hbase.coprocessor.backward.BackwardScanners;
import org.apache.spark.sql.hbase.coprocessor.direct.RowDecoding;
import org.apache.spark.sql.hbase.coprocessor.direct.RowInterval;
import org.apache.spark.sql.hbase.coprocessor.direct.ServerRowSource;
import org.apache.spark.sql.hbase.coprocessor.direct.SourceCounts;
import org.apache.spark.sql.hbase.coprocessor.direct.StoreFileScans;
import org.apache.spark.sql.hbase.coprocessor.direct.format.ScannerReason;
import org.apache.spark.sql.hbase.coprocessor.server.RegionSettings;
import org.apache.spark.sql.hbase.coprocessor.server.ServerConf;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.RunBounds;
import org.apache.spark.sql.hbase.engine.SubPlanRunner;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RangeSteps;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RowCursor;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.wire.PlanHash;

/**
 * Opens the scans of sub-plans in one region: looks at a Scan before HBase opens its scanner, and
 * makes a {@link SubPlanRegionScanner} of it afterwards. Thread-safe.
 */
public final class SubPlanScanOpener {
  /**
   * Bounds the memory of one scan's work. The count is the most that a row can need, which is
   * mostly far more than it takes.
   */
  private static final long MAX_WORK_BYTES = 256L << 20;

  /** Batches are made for far less time, but a single row or group of rows may take any. */
  private static final long MAX_BATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** Looks a plan up by its bytes, and compiles it where it is not known. */
  interface Plans {
    CompiledSubPlan get(byte[] subPlan) throws IOException;
  }

  private final RegionSettings settings;
  private final Runnable backwardCheck;
  private final Plans plans;

  /** The plans of scans between the two hooks. A scan that HBase does not open leaves nothing. */
  private final Map<Scan, CompiledSubPlan> prepared =
      Collections.synchronizedMap(new WeakHashMap<>());

  /**
   * @param settings of a region that runs sub-plans
   * @param backwardCheck refuses backward reads on an HBase that lacks what they need
   */
  public SubPlanScanOpener(RegionSettings settings, Runnable backwardCheck) {
    this(settings, backwardCheck, subPlan -> settings.server().plan(subPlan));
  }

  SubPlanScanOpener(RegionSettings settings, Runnable backwardCheck, Plans plans) {
    this.settings = settings;
    this.backwardCheck = backwardCheck;
    this.plans = plans;
  }

  /**
   * Refuses what cannot be exact before anything is opened, and sets how blocks are read.
   *
   * @throws org.apache.spark.sql.hbase.wire.plan.PlanException if the scan cannot be exact
   */
  public void prepare(Scan scan, byte[] subPlan, Region region) throws IOException {
    SubPlanScans.check(scan);
    CompiledSubPlan plan = plans.get(subPlan);
    SubPlanScans.checkFamilies(
        scan,
        plan.tableLayout().getFamiliesList(),
        region.getTableDescriptor().getColumnFamilyNames());
    boolean expectsStoreFiles = settings.storeFileScans().prepare(scan, region);
    SubPlanScans.chooseReadType(scan, expectsStoreFiles);
    prepared.put(scan, plan);
  }

  /**
   * Wraps the scanner of a prepared scan. If this fails, all that was opened here is closed again;
   * {@code scanner} is the caller's then.
   */
  public RegionScanner open(Scan scan, byte[] subPlan, Region region, RegionScanner scanner)
      throws IOException {
    CompiledSubPlan known = prepared.remove(scan);
    CompiledSubPlan plan = known == null ? plans.get(subPlan) : known;
    try (OpenParts parts = new OpenParts()) {
      RegionScanner opened = open(scan, subPlan, plan, region, scanner, parts);
      parts.handOver();
      return opened;
    }
  }

  private RegionScanner open(
      Scan scan,
      byte[] subPlan,
      CompiledSubPlan plan,
      Region region,
      RegionScanner scanner,
      OpenParts parts)
      throws IOException {
    ServerConf conf = settings.conf();
    MemoryAccount server = settings.server().memory();
    MemoryAccount memory = parts.add(server.newChild(conf.stateMaxBytes()));
    MemoryAccount work = parts.add(server.newChild(MAX_WORK_BYTES));
    plan.opened(server);
    parts.add(() -> plan.closed(server));
    RowInterval interval = RowInterval.of(scan, region.getRegionInfo());
    RegionScanner inner = scanner;
    if (plan.readsBackward()) {
      backwardCheck.run();
      inner = parts.add(BackwardScanners.instead(scanner, scan, region, interval));
    }
    SourceCounts counts = new SourceCounts();
    StoreFileScans.Choice choice = chooseSource(scan, plan, region, scanner, inner, memory, counts);
    ServerRowSource source = parts.add(choice.source());
    SourceReport report = new SourceReport(counts, choice.scannerReason(), settings.metrics());
    String regionName = region.getRegionInfo().getEncodedName();
    byte[] planHash = PlanHash.of(subPlan);
    FrameWriter frames = new FrameWriter(plan, planHash, regionName, interval, report);
    SubPlanRunner runner = new SubPlanRunner(plan, source, bounds(plan), memory, work);
    long slowNanos = TimeUnit.MILLISECONDS.toNanos(conf.slowMillis());
    CallReport calls =
        new CallReport(region.getRegionInfo(), planHash, settings.metrics(), slowNanos);
    return new SubPlanRegionScanner(
        inner,
        region,
        runner,
        source,
        frames,
        () -> plan.closed(server),
        settings.server().turns(),
        calls,
        TimeUnit.MILLISECONDS.toNanos(conf.sliceMillis()));
  }

  /**
   * Chooses where rows come from: from store files if the scan allows it, else from the scanner.
   *
   * @param inner the scanner whose rows are read, which is another one for backward reads
   */
  private StoreFileScans.Choice chooseSource(
      Scan scan,
      CompiledSubPlan plan,
      Region region,
      RegionScanner scanner,
      RegionScanner inner,
      MemoryAccount memory,
      SourceCounts counts)
      throws IOException {
    byte[] stopRow = RowInterval.of(scan, region.getRegionInfo()).to();
    StoreFileScans storeFiles = settings.storeFileScans();
    boolean wholeRows = scan.hasFilter() && scan.getFilter().hasFilterRow();
    RegionRowSource scannerRows =
        new RegionRowSource(
            inner,
            plan::newDecoder,
            new ScanLimits(region::getMemStoreDataSize, wholeRows),
            memory,
            storeFiles.rowEnds(),
            newCursor(plan, scan, stopRow).map(RangeSteps::new).orElse(null));
    if (plan.readsBackward()) {
      return new StoreFileScans.Choice(scannerRows, ScannerReason.BACKWARD);
    }
    return storeFiles.choose(
        scan,
        scanner,
        region,
        scannerRows,
        new RowDecoding(
            plan::newDecoder, plan.newProbes(), plan.countsOnly(), plan.decodedColumns()),
        newCursor(plan, scan, stopRow).orElse(null),
        counts);
  }

  /**
   * A filter of the client's may count the rows that it sees, so it sees them all. Cursors go
   * forward.
   */
  private static Optional<RowCursor> newCursor(CompiledSubPlan plan, Scan scan, byte[] stopRow) {
    return scan.hasFilter() || plan.readsBackward() ? Optional.empty() : plan.newRowCursor(stopRow);
  }

  /** The bounds of one frame; of a plan that reads backward, which has one frame, only memory. */
  private RunBounds bounds(CompiledSubPlan plan) {
    ServerConf conf = settings.conf();
    RunBounds bounds =
        plan.readsBackward()
            ? new RunBounds(
                Integer.MAX_VALUE,
                Long.MAX_VALUE,
                conf.stateMaxBytes(),
                Long.MAX_VALUE,
                conf.batchMaxRows())
            : new RunBounds(
                conf.frameMaxRows(),
                conf.frameMaxBytes(),
                conf.stateMaxBytes(),
                TimeUnit.MILLISECONDS.toNanos(conf.progressMillis()),
                conf.batchMaxRows());
    return bounds.withMaxBatchNanos(MAX_BATCH_NANOS);
  }
}
