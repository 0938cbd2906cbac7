package org.apache.spark.sql.hbase.coprocessor.direct;

import java.io.IOException;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;

/**
 * The rows of a region as HBase's scanner gives them: always right, and what reading store files
 * falls back to. Runs forward only.
 */
public interface ScannerRowSource extends ServerRowSource {
  /** Passes over all rows before {@code row}. */
  void skipTo(byte[] row) throws IOException;

  /**
   * Like {@link #fill}, but stops behind {@code row}.
   *
   * @return END if no further row up to {@code row} exists, which says nothing of later rows
   */
  Fill fillThrough(ColumnBatch target, byte[] row, long deadlineNanos) throws IOException;
}
