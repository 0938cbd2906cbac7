package org.apache.spark.sql.hbase.coprocessor;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequest;
import org.apache.spark.sql.hbase.coprocessor.direct.RegionRows;
import org.apache.spark.sql.hbase.coprocessor.direct.RowDecoding;
import org.apache.spark.sql.hbase.coprocessor.direct.SourceCounts;
import org.apache.spark.sql.hbase.coprocessor.direct.StoreFileScans;
import org.apache.spark.sql.hbase.coprocessor.direct.format.ScannerReason;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneMaps;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneRequests;
import org.apache.spark.sql.hbase.coprocessor.split.SplitPointRequests;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.RunBounds;
import org.apache.spark.sql.hbase.engine.SubPlanRunner;
import org.apache.spark.sql.hbase.engine.keyrange.RangeSteps;
import org.apache.spark.sql.hbase.engine.keyrange.RowCursor;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.engine.row.ValueProbe;
import org.apache.spark.sql.hbase.wire.ScanAttributes;
import org.apache.spark.sql.hbase.wire.SubPlans;

/**
 * The coprocessor: wraps the scanner of each scan that carries a sub-plan as attribute, answers
 * gets that ask for split points, for zones or for the version, and leaves all others alone. One
 * instance per region; the hooks are called by many RPC handlers at once.
 *
 * <p>No hook throws anything but an IOException, or HBase would abort the server or drop the
 * coprocessor from the region.
 */
public final class SparkSQLRegionObserver implements RegionCoprocessor, RegionObserver {
  /** Of one scan. Counted is what a row can need at most, which is mostly far more than it does. */
  private static final long MAX_WORK_BYTES = 256L << 20;

  /** Batches are made for far less time, but a single row or group of rows may take any. */
  private static final long MAX_BATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final ClaimedRequests requests = new ClaimedRequests();
  private volatile RegionSettings settings;

  @Override
  public void start(@SuppressWarnings("rawtypes") CoprocessorEnvironment environment) {
    settings = RegionSettings.of((RegionCoprocessorEnvironment) environment);
  }

  @Override
  public void stop(@SuppressWarnings("rawtypes") CoprocessorEnvironment environment) {
    settings.close();
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  /** Refuses what cannot be exact before anything is opened, and sets how blocks are read. */
  @Override
  public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> context, Scan scan)
      throws IOException {
    byte[] subPlan = requests.claim(scan, ScanAttributes.SUB_PLAN);
    if (subPlan == null) {
      return;
    }
    Region region = context.getEnvironment().getRegion();
    try {
      settings.checkUsable();
      SubPlanScans.check(scan);
      CompiledSubPlan plan = settings.server().plan(subPlan);
      SubPlanScans.checkFamilies(
          scan,
          plan.tableLayout().getFamiliesList(),
          region.getTableDescriptor().getColumnFamilyNames());
      boolean expectsStoreFiles = settings.storeFileScans().prepare(scan, region);
      SubPlanScans.chooseReadType(scan, expectsStoreFiles);
    } catch (Throwable problem) {
      settings.countRefusal();
      throw RemoteErrors.forClient(problem, region.getRegionInfo());
    }
  }

  @Override
  public RegionScanner postScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> context, Scan scan, RegionScanner scanner)
      throws IOException {
    byte[] subPlan = requests.claimed(scan, ScanAttributes.SUB_PLAN);
    if (subPlan == null) {
      return scanner;
    }
    Region region = context.getEnvironment().getRegion();
    MemoryAccount server = settings.server().memory();
    MemoryAccount memory = server.newChild(settings.conf().stateMaxBytes());
    MemoryAccount work = server.newChild(MAX_WORK_BYTES);
    CompiledSubPlan opened = null;
    RegionRows source = null;
    RegionScanner backward = null;
    try {
      ServerConf conf = settings.conf();
      CompiledSubPlan plan = settings.server().plan(subPlan);
      plan.opened(server);
      opened = plan;
      RowInterval interval = RowInterval.of(scan, region.getRegionInfo());
      boolean wholeRows = scan.hasFilter() && scan.getFilter().hasFilterRow();
      if (plan.readsBackward()) {
        HBaseFit.checkBackwardReads();
        backward = BackwardScanners.instead(scanner, scan, region, interval);
      }
      RegionScanner inner = backward == null ? scanner : backward;
      RegionRowSource scannerRows =
          new RegionRowSource(
              inner,
              plan::newDecoder,
              new ScanLimits(region::getMemStoreDataSize, wholeRows),
              memory,
              settings.storeFileScans().rowEnds(),
              newCursor(plan, scan, interval).map(RangeSteps::new).orElse(null));
      SourceCounts counts = new SourceCounts();
      StoreFileScans.Choice choice =
          plan.readsBackward()
              ? new StoreFileScans.Choice(null, ScannerReason.BACKWARD)
              : settings
                  .storeFileScans()
                  .choose(
                      scan,
                      scanner,
                      region,
                      scannerRows,
                      new RowDecoding(plan::newDecoder, plan.newProbes(), plan.countsOnly()),
                      newCursor(plan, scan, interval).orElse(null),
                      counts);
      source = choice.source() == null ? scannerRows : choice.source();
      SourceReport report = new SourceReport(counts, choice.scannerReason(), settings.metrics());
      FrameWriter frames =
          new FrameWriter(plan, subPlan, region.getRegionInfo().getEncodedName(), interval, report);
      RunBounds bounds = plan.readsBackward() ? boundsOfOneFrame(conf) : bounds(conf);
      SubPlanRunner runner =
          new SubPlanRunner(plan, source, bounds.withMaxBatchNanos(MAX_BATCH_NANOS), memory, work);
      settings.metrics().scanOpened();
      return new SubPlanRegionScanner(
          inner,
          region,
          runner,
          source,
          frames,
          // HBase looks at the signatures of this class, lambdas too: none may name a class that a
          // damaged jar lacks.
          () -> plan.closed(settings.server().memory()),
          settings.server().turns(),
          settings.metrics(),
          TimeUnit.MILLISECONDS.toNanos(conf.sliceMillis()));
    } catch (Throwable problem) {
      settings.countRefusal();
      if (source != null) {
        source.close();
      }
      if (opened != null) {
        opened.closed(server);
      }
      memory.close();
      work.close();
      if (backward != null) {
        backward.close();
      }
      throw RemoteErrors.forClient(problem, region.getRegionInfo());
    }
  }

  /**
   * A filter of the client's may count the rows that it sees, so it sees them all. Cursors go
   * forward.
   */
  private static Optional<RowCursor> newCursor(
      CompiledSubPlan plan, Scan scan, RowInterval interval) {
    return scan.hasFilter() || plan.readsBackward()
        ? Optional.empty()
        : plan.newRowCursor(interval.to());
  }

  /** Drops the zones of files that a compaction replaced. */
  @Override
  public void postCompact(
      ObserverContext<RegionCoprocessorEnvironment> context,
      Store store,
      StoreFile written,
      CompactionLifeCycleTracker tracker,
      CompactionRequest request) {
    if (settings.problem() == null) {
      request.getFiles().forEach(file -> settings.server().zoneMaps().dropFile(file.getPath()));
    }
  }

  @Override
  public void postClose(ObserverContext<RegionCoprocessorEnvironment> context, boolean isAborted) {
    if (settings.problem() == null) {
      RegionInfo region = context.getEnvironment().getRegionInfo();
      settings.server().zoneMaps().dropRegion(region.getEncodedName());
    }
  }

  /**
   * Answers a Get that asks for the version, and reads no row for it. Other questions are answered
   * when all checks of other coprocessors have been made.
   */
  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> result) {
    if (VersionRequests.isAsked(get)) {
      result.addAll(VersionRequests.answer(get, context.getEnvironment().getRegion(), settings));
      context.bypass();
      return;
    }
    requests.claim(get, ScanAttributes.SPLIT_POINTS);
    requests.claim(get, ScanAttributes.ZONES);
  }

  /** Answers a Get that asks for split points or zones, if its user may know them. */
  @Override
  public void postGetOp(
      ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> result)
      throws IOException {
    byte[] ranges = requests.claimed(get, ScanAttributes.SPLIT_POINTS);
    byte[] subPlan = requests.claimed(get, ScanAttributes.ZONES);
    boolean isAsked = subPlan != null || ranges != null && HBaseFit.makesCutKeys();
    if (!isAsked || !GetConditions.readsWholeFamilies(get)) {
      return;
    }
    Region region = context.getEnvironment().getRegion();
    try {
      settings.checkUsable();
      QuestionBudget.Spent spent = settings.server().questions().ofCurrentCall();
      List<Cell> answer = List.of();
      if (spent != null) {
        answer =
            subPlan != null
                ? zones(get, region, subPlan, spent)
                : SplitPointRequests.answer(get, region, ranges, spent::isOver);
        spent.endGet();
      }
      result.clear();
      result.addAll(answer);
    } catch (Throwable problem) {
      throw RemoteErrors.forClient(problem, region.getRegionInfo());
    }
  }

  private List<Cell> zones(Get get, Region region, byte[] subPlan, QuestionBudget.Spent spent) {
    List<ValueProbe> probes =
        spent.probes(subPlan, bytes -> CompiledSubPlan.probesOf(SubPlans.parse(bytes)));
    ZoneMaps zoneMaps = settings.server().zoneMaps();
    return ZoneRequests.answer(get, region, probes, zoneMaps);
  }

  /** Memory is the bound. */
  private static RunBounds boundsOfOneFrame(ServerConf conf) {
    return new RunBounds(
        Integer.MAX_VALUE,
        Long.MAX_VALUE,
        conf.stateMaxBytes(),
        Long.MAX_VALUE,
        conf.batchMaxRows());
  }

  private static RunBounds bounds(ServerConf conf) {
    return new RunBounds(
        conf.frameMaxRows(),
        conf.frameMaxBytes(),
        conf.stateMaxBytes(),
        TimeUnit.MILLISECONDS.toNanos(conf.progressMillis()),
        conf.batchMaxRows());
  }
}
