package org.apache.spark.sql.hbase.engine.expression.kernel;

/**
 * What the expressions of one runner have in common.
 *
 * @param constants of the sub-plan, shared with its other runners
 * @param limit of this runner alone
 */
public record RunnerContext(SharedConstants constants, WorkLimit limit) {
  /** For expressions that stand alone: no sub-plan, nobody who waits. */
  public static RunnerContext alone() {
    return new RunnerContext(new SharedConstants(), WorkLimit.none());
  }
}
