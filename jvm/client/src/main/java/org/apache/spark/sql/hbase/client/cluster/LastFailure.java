package org.apache.spark.sql.hbase.client.cluster;

import org.apache.hadoop.hbase.client.RetriesExhaustedException;

/** The text of a failure for people, where HBase's client may have tried several times. */
public final class LastFailure {
  private LastFailure() {}

  /**
   * Returns one line about the last try. HBase's own text has all tries, and the message of an
   * error of a region server carries the server's stack.
   */
  public static String of(Throwable failure) {
    Throwable last = failure;
    while (last instanceof RetriesExhaustedException && last.getCause() != null) {
      last = last.getCause();
    }
    String text = last.getMessage() == null ? "" : last.getMessage();
    return last.getClass().getSimpleName()
        + text.lines().findFirst().map(line -> ": " + line).orElse("");
  }
}
