package org.apache.spark.sql.hbase.coprocessor.direct;

import java.io.Closeable;
import java.io.IOException;
import org.apache.spark.sql.hbase.engine.row.RowSource;

/** Rows of one region, read by a scan of the region server. Not thread-safe. */
public interface ServerRowSource extends RowSource, Closeable {
  /**
   * Lets HBase reuse the blocks of rows that were delivered. To be called before every return to
   * the server, which does the same on its own once it has sent the answer.
   */
  void release() throws IOException;

  /** Gives back what was opened here; the scanner that HBase handed over is closed by its owner. */
  @Override
  void close();
}
