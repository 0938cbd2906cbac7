package org.apache.spark.sql.hbase.coprocessor.server;

import java.io.InterruptedIOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.ColumnMemory;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneMaps;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.PlanCache;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.wire.plan.SubPlans;

/**
 * The state that all regions of a server share: the memory budget, the compiled plans, the zones
 * and the remembered columns of store files. HBase loads each version of the jar by a loader of its
 * own, so during an upgrade there is one state per version. All states draw on one budget ({@link
 * SharedServer}). Memory of scans is counted together, their sub-plans compute in turn, and the
 * caches of a version are its part of the configured size. A version without open regions caches
 * nothing. Thread-safe.
 */
public final class ServerState {
  private static final String RESERVED_BYTES = "memoryReservedBytes";

  private static ServerState instance;

  private final SharedServer shared;
  private final long plansMaxBytes;
  private final long zoneMapsMaxBytes;
  private final long columnMemoryMaxBytes;
  private final MemoryAccount memory;
  private final PlanCache<CompiledSubPlan> plans;
  private final ZoneMaps zoneMaps;
  private final ColumnMemory columnMemory;
  private final ComputeTurns turns;
  private final QuestionBudget questions = new QuestionBudget();

  private final Set<String> mentioned = ConcurrentHashMap.newKeySet();
  private int openRegions;
  private volatile MetricRegistry metrics;
  private MetricRegistry kept;

  ServerState(Configuration site, ConcurrentMap<String, Object> sharedData) {
    shared = new SharedServer(sharedData, ComputeTurns.ofProcessors());
    turns = new ComputeTurns(shared.computeTurns());
    plansMaxBytes = ServerConf.planCacheMaxBytes(site);
    long heapBytes = Runtime.getRuntime().maxMemory();
    zoneMapsMaxBytes = ServerConf.zoneMapsMaxBytes(site, heapBytes);
    columnMemoryMaxBytes = ServerConf.columnMemoryMaxBytes(site, heapBytes);
    memory =
        MemoryAccount.ofShared(ServerConf.memoryMaxBytes(site, heapBytes), shared.reservedBytes());
    plans =
        new PlanCache<>(
            plansMaxBytes,
            bytes -> CompiledSubPlan.compile(SubPlans.parse(bytes)),
            CompiledSubPlan::heldBytes);
    zoneMaps = new ZoneMaps(zoneMapsMaxBytes);
    columnMemory = new ColumnMemory(columnMemoryMaxBytes, ServerConf.isColumnMemoryEager(site));
  }

  /**
   * The state of this server, made at the first call.
   *
   * @param sharedData that HBase keeps for the coprocessor's class name
   */
  static synchronized ServerState of(Configuration site, ConcurrentMap<String, Object> sharedData) {
    if (instance == null || !instance.shared.isOf(sharedData)) {
      instance = new ServerState(site, sharedData);
    }
    return instance;
  }

  /** The state that regions of this process use; null before the first one opens. */
  public static synchronized ServerState current() {
    return instance;
  }

  /** True once for each name, so that the log has one line for all regions. */
  boolean isFirstMention(String setting) {
    return mentioned.add(setting);
  }

  /**
   * Counts a region that opens.
   *
   * @param registry where the server shows its gauges
   */
  synchronized void regionOpened(MetricRegistry registry) {
    boolean isNew = metrics != registry;
    metrics = registry;
    keep(registry);
    openRegions++;
    if (openRegions == 1) {
      shared.enter(
          this,
          this::versionsChanged,
          Map.of(
              ServerCache.PLANS, plans::heldBytes,
              ServerCache.ZONE_MAPS, zoneMaps::heldBytes,
              ServerCache.COLUMNS, columnMemory::heldBytes));
    } else if (isNew) {
      registerGauges();
    }
  }

  /**
   * Holds the registry for as long as the server runs. HBase drops it with the last region of the
   * class, as where all regions of a table open again. Where another is made within ten seconds,
   * HBase's bridge to JMX shows the dropped one for ever.
   */
  private void keep(MetricRegistry registry) {
    if (kept != registry) {
      MetricRegistries.global().create(registry.getMetricRegistryInfo());
      kept = registry;
    }
  }

  /** Counts a region that closes; with the last one, the caches are emptied. */
  synchronized void regionClosed() {
    openRegions--;
    if (openRegions == 0) {
      plans.limitTo(0);
      zoneMaps.limitTo(0);
      columnMemory.limitTo(0);
      removeGauges(metrics);
      metrics = null;
      shared.leave(this);
    }
  }

  private void versionsChanged() {
    plans.limitTo(plansMaxBytes / shared.versions());
    zoneMaps.limitTo(zoneMapsMaxBytes / shared.versions());
    columnMemory.limitTo(columnMemoryMaxBytes / shared.versions());
    registerGauges();
  }

  /** HBase keeps the first gauge of a name, and by it the class loader that it came from. */
  private void registerGauges() {
    MetricRegistry registry = metrics;
    if (registry != null) {
      removeGauges(registry);
      Gauge<Long> reserved = shared.reservedBytes()::get;
      registry.register(RESERVED_BYTES, reserved);
      for (ServerCache cache : ServerCache.values()) {
        Gauge<Long> held = () -> shared.bytes(cache);
        registry.register(cache.gauge(), held);
      }
    }
  }

  private static void removeGauges(MetricRegistry registry) {
    registry.remove(RESERVED_BYTES);
    for (ServerCache cache : ServerCache.values()) {
      registry.remove(cache.gauge());
    }
  }

  public MemoryAccount memory() {
    return memory;
  }

  /**
   * A sub-plan that is ready to run, compiled now if need be: within a turn, because that can take
   * longer than a slice.
   *
   * @throws org.apache.spark.sql.hbase.engine.error.OverloadedException if no turn came in time
   */
  public CompiledSubPlan plan(byte[] subPlan) throws InterruptedIOException {
    CompiledSubPlan known = plans.find(subPlan);
    return known == null ? turns.compile(() -> plans.get(subPlan)) : known;
  }

  /** The part of the configured memory of plans that this version has now. */
  long planCacheMaxBytes() {
    return plans.maxBytes();
  }

  public ComputeTurns turns() {
    return turns;
  }

  public QuestionBudget questions() {
    return questions;
  }

  public ZoneMaps zoneMaps() {
    return zoneMaps;
  }

  public ColumnMemory columnMemory() {
    return columnMemory;
  }

  /** Forgets a store file that is not part of its store any more. */
  public void dropFile(Path file) {
    zoneMaps.dropFile(file);
    columnMemory.dropFile(file);
  }

  /** Forgets the store files of a region that this server closed. */
  public void dropRegion(String encodedName) {
    zoneMaps.dropRegion(encodedName);
    columnMemory.dropRegion(encodedName);
  }
}
