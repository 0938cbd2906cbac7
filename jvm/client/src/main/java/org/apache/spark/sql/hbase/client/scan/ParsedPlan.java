package org.apache.spark.sql.hbase.client.scan;

import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.PlanCache;
import org.apache.spark.sql.hbase.wire.PlanHash;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.plan.SubPlans;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;

/**
 * A sub-plan, parsed, and compiled for runs in this process once one wants it. The tasks of a query
 * often have the same one, and share it. Immutable and thread-safe.
 */
final class ParsedPlan {
  private static final long MAX_CACHED_BYTES = 64L << 20;

  /** A value of a list is two bytes or more, and as a key range of a compiled plan about 100. */
  private static final int HELD_BYTES_PER_BYTE = 50;

  private static final PlanCache<ParsedPlan> CACHE =
      new PlanCache<>(MAX_CACHED_BYTES, ParsedPlan::new, ParsedPlan::heldBytes);

  final byte[] bytes;
  final SubPlan plan;
  final byte[] hash;

  private CompiledSubPlan compiled;

  private ParsedPlan(byte[] bytes) {
    this.bytes = bytes;
    this.plan = SubPlans.parse(bytes);
    this.hash = PlanHash.of(bytes);
  }

  /**
   * @param bytes not changed by anyone from now on
   * @throws PlanException when they are malformed
   */
  static ParsedPlan of(byte[] bytes) {
    return CACHE.get(bytes);
  }

  /**
   * @throws PlanException when this version of the engine does not compute the plan
   */
  synchronized CompiledSubPlan compiled() {
    if (compiled == null) {
      compiled = CompiledSubPlan.compile(plan);
    }
    return compiled;
  }

  private long heldBytes() {
    return (long) HELD_BYTES_PER_BYTE * bytes.length;
  }
}
