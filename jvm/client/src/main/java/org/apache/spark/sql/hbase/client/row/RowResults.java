package org.apache.spark.sql.hbase.client.row;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Result;

/**
 * Rows as HBase's client hands them out: whole ones, each once, in row-key order, forward or
 * backward. Owned and closed by one reader. Not thread-safe.
 */
public interface RowResults extends AutoCloseable {
  /**
   * The next row, with at least one cell; null at the end. Tries again what another try may cure.
   */
  Result next() throws IOException;

  /**
   * True if the rows so far may be enough. The caller should work on them before the next call to
   * region servers.
   */
  default boolean mayBeEnough() {
    return false;
  }

  @Override
  void close();
}
