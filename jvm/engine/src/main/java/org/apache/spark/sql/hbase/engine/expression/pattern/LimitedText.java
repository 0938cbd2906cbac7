package org.apache.spark.sql.hbase.engine.expression.pattern;

import org.apache.spark.sql.hbase.engine.expression.kernel.WorkLimit;

/**
 * A text that looks at the clock while a matcher reads it. Matching takes time for its length times
 * the states of the pattern, and nothing else can end it. Not thread-safe.
 */
final class LimitedText implements CharSequence {
  /** States of a matcher between two looks at the clock: some ten milliseconds. */
  static final int STATES_PER_LOOK = 1 << 18;

  private final String text;
  private final WorkLimit limit;
  private final int readsPerLook;
  private int reads;

  /**
   * @param states that a matcher may visit for each character
   */
  LimitedText(String text, long states, WorkLimit limit) {
    this.text = text;
    this.limit = limit;
    this.readsPerLook = (int) Math.max(1, STATES_PER_LOOK / Math.max(1, states));
  }

  @Override
  public char charAt(int index) {
    if (++reads >= readsPerLook) {
      reads = 0;
      limit.look();
    }
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.subSequence(start, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
