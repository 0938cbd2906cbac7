package org.apache.spark.sql.hbase.coprocessor;

import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.wire.SubPlans;

/**
 * What all regions of a server share: the memory budget and the compiled plans. HBase loads each
 * version of the jar by a loader of its own, so during an upgrade there is one state per version.
 * Thread-safe.
 */
final class ServerState {
  private static ServerState instance;

  private final MemoryAccount memory;
  private final CompiledPlanCache plans;

  private ServerState(Configuration site) {
    memory =
        MemoryAccount.ofLimit(ServerConf.memoryMaxBytes(site, Runtime.getRuntime().maxMemory()));
    plans =
        new CompiledPlanCache(
            ServerConf.planCacheMaxBytes(site),
            bytes -> CompiledSubPlan.compile(SubPlans.parse(bytes)));
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

  CompiledPlanCache plans() {
    return plans;
  }
}
