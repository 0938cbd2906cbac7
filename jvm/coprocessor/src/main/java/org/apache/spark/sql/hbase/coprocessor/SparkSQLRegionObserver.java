package org.apache.spark.sql.hbase.coprocessor;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
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
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneMaps;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneRequests;
import org.apache.spark.sql.hbase.coprocessor.request.ClaimedRequests;
import org.apache.spark.sql.hbase.coprocessor.request.GetConditions;
import org.apache.spark.sql.hbase.coprocessor.request.VersionRequests;
import org.apache.spark.sql.hbase.coprocessor.scan.SubPlanScanOpener;
import org.apache.spark.sql.hbase.coprocessor.server.QuestionBudget;
import org.apache.spark.sql.hbase.coprocessor.server.RegionSettings;
import org.apache.spark.sql.hbase.coprocessor.server.RemoteErrors;
import org.apache.spark.sql.hbase.coprocessor.split.SplitPointRequests;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.row.ValueProbe;
import org.apache.spark.sql.hbase.wire.ScanAttributes;
import org.apache.spark.sql.hbase.wire.plan.SubPlans;

/**
 * The coprocessor. It wraps the scanner of each scan that carries a sub-plan as attribute. It
 * answers gets that ask for split points, for zones or for the version, and leaves all others
 * alone. One instance per region; the hooks are called by many RPC handlers at once.
 *
 * <p>No hook throws anything but an IOException, or HBase would abort the server or drop the
 * coprocessor from the region.
 */
public final class SparkSQLRegionObserver implements RegionCoprocessor, RegionObserver {
  private final ClaimedRequests requests = new ClaimedRequests();
  private volatile RegionSettings settings;

  /** Null in a region that runs no sub-plans. */
  private volatile SubPlanScanOpener scans;

  @Override
  public void start(@SuppressWarnings("rawtypes") CoprocessorEnvironment environment) {
    settings = RegionSettings.of((RegionCoprocessorEnvironment) environment, HBaseFit::check);
    if (settings.problem() == null) {
      scans = new SubPlanScanOpener(settings, HBaseFit::checkBackwardReads);
    }
  }

  @Override
  public void stop(@SuppressWarnings("rawtypes") CoprocessorEnvironment environment) {
    settings.close();
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

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
      scans.prepare(scan, subPlan, region);
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
    try {
      return scans.open(scan, subPlan, region, scanner);
    } catch (Throwable problem) {
      settings.countRefusal();
      throw RemoteErrors.forClient(problem, region.getRegionInfo());
    }
  }

  /** Drops what is known of files that a compaction replaced. */
  @Override
  public void postCompact(
      ObserverContext<RegionCoprocessorEnvironment> context,
      Store store,
      StoreFile written,
      CompactionLifeCycleTracker tracker,
      CompactionRequest request) {
    if (settings.problem() == null) {
      request.getFiles().forEach(file -> settings.server().dropFile(file.getPath()));
    }
  }

  @Override
  public void postClose(ObserverContext<RegionCoprocessorEnvironment> context, boolean isAborted) {
    if (settings.problem() == null) {
      RegionInfo region = context.getEnvironment().getRegionInfo();
      settings.server().dropRegion(region.getEncodedName());
    }
  }

  /**
   * Answers a Get that asks for the version, and reads no row for it. Other questions are answered
   * when all checks of other coprocessors have been made.
   */
  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> result)
      throws IOException {
    if (VersionRequests.isAsked(get)) {
      Region region = context.getEnvironment().getRegion();
      try {
        result.addAll(VersionRequests.answer(get, region, settings, getClass().getName()));
      } catch (Throwable problem) {
        throw RemoteErrors.forClient(problem, region.getRegionInfo());
      }
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
    if (subPlan == null && ranges == null || !GetConditions.readsWholeFamilies(get)) {
      return;
    }
    Region region = context.getEnvironment().getRegion();
    try {
      if (subPlan == null && !HBaseFit.findsSplitPoints()) {
        return;
      }
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
}
