package org.apache.spark.sql.hbase.client.scan;

/** The reason why the engine ran in this process for a range of rows. */
public enum FallbackReason {
  /** {@link CoprocessorMode#OFF}. */
  SWITCHED_OFF("the coprocessor is switched off for this query"),
  /**
   * The region answered with ordinary cells: its server did not load the coprocessor, or dropped
   * it.
   */
  COPROCESSOR_MISSING("the region has no coprocessor"),
  /** The region server lacks memory for the sub-plan, or a row of it takes too long there. */
  OVERLOADED("the region server has no memory or time for the sub-plan"),
  /**
   * The region server refused the sub-plan with another code that allows the same engine to run
   * here.
   */
  REFUSED("the region server refused the sub-plan"),
  /**
   * No frame covers the rows; a region without coprocessor and without rows answers nothing at all.
   */
  NOT_COVERED("no result frame covers the rows");

  private final String sentence;

  FallbackReason(String sentence) {
    this.sentence = sentence;
  }

  /** For EXPLAIN, metrics and log lines. */
  public String sentence() {
    return sentence;
  }
}
