package org.apache.spark.sql.hbase.coprocessor;

import java.io.InterruptedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.hbase.coprocessor.direct.ZoneMaps;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.PlanCache;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.wire.SubPlans;

/**
 * What all regions of a server share: the memory budget, the compiled plans and what is known of
 * store files. HBase loads each version of the jar by a loader of its own, so during an upgrade
 * there is one state per version. Thread-safe.
 */
final class ServerState {
  private static ServerState instance;

  private final MemoryAccount memory;
  private final PlanCache<CompiledSubPlan> plans;
  private final ZoneMaps zoneMaps;
  private final ComputeTurns turns = ComputeTurns.ofProcessors();
  private final QuestionBudget questions = new QuestionBudget();

  private ServerState(Configuration site) {
    memory =
        MemoryAccount.ofLimit(ServerConf.memoryMaxBytes(site, Runtime.getRuntime().maxMemory()));
    plans =
        new PlanCache<>(
            ServerConf.planCacheMaxBytes(site),
            bytes -> CompiledSubPlan.compile(SubPlans.parse(bytes)),
            CompiledSubPlan::heldBytes);
    zoneMaps = new ZoneMaps(ServerConf.zoneMapsMaxBytes(site));
  }

  /** The state of this server, made at the first call. */
  static synchronized ServerState of(Configuration site) {
    if (instance == null) {
      instance = new ServerState(site);
    }
    return instance;
  }

  MemoryAccount memory() {
    return memory;
  }

  /**
   * A sub-plan that is ready to run, compiled now if need be: within a turn, because that can take
   * longer than a slice.
   *
   * @throws org.apache.spark.sql.hbase.engine.OverloadedException if no turn came in time
   */
  CompiledSubPlan plan(byte[] subPlan) throws InterruptedIOException {
    CompiledSubPlan known = plans.find(subPlan);
    return known == null ? turns.compile(() -> plans.get(subPlan)) : known;
  }

  ComputeTurns turns() {
    return turns;
  }

  QuestionBudget questions() {
    return questions;
  }

  ZoneMaps zoneMaps() {
    return zoneMaps;
  }
}
