package org.apache.spark.sql.hbase.engine.expression.kernel;

/**
 * The context that all expressions of one runner share.
 *
 * @param constants of the sub-plan, shared with its other runners
 * @param limit of this runner alone
 * @param isChecked the expressions have been compiled before, so that the engine knows them
 */
public record RunnerContext(SharedConstants constants, WorkLimit limit, boolean isChecked) {
  /** For expressions that stand alone: no sub-plan, nobody who waits. */
  public static RunnerContext alone() {
    return ofFirst(new SharedConstants());
  }

  /** For the first that compiles the expressions of a sub-plan, only to see whether it can. */
  public static RunnerContext ofFirst(SharedConstants constants) {
    return new RunnerContext(constants, WorkLimit.none(), false);
  }

  /** For those that compile them after that, and run them. */
  public static RunnerContext ofRunner(SharedConstants constants, WorkLimit limit) {
    return new RunnerContext(constants, limit, true);
  }
}
