package org.apache.spark.sql.hbase.coprocessor.scan;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The parts opened so far for one scan. They are closed together, the last one first, unless the
 * scanner that they make up has taken them over. Not thread-safe.
 */
final class OpenParts implements AutoCloseable {
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  /** Takes a part over, and returns it. */
  <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  /** The parts have another owner from here on. */
  void handOver() {
    parts.clear();
  }

  /** Closes each part, whatever becomes of the others. */
  @Override
  public void close() throws IOException {
    Throwable problem = null;
    for (AutoCloseable part : parts) {
      try {
        part.close();
      } catch (Throwable e) {
        if (problem == null) {
          problem = e;
        } else {
          problem.addSuppressed(e);
        }
      }
    }
    parts.clear();
    if (problem != null) {
      throw new IOException("a part of a sub-plan scan did not close", problem);
    }
  }
}
