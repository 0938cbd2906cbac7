package org.apache.spark.sql.hbase.engine;

import java.util.List;
import org.apache.spark.sql.hbase.wire.ArrowColumn;
import org.apache.spark.sql.hbase.wire.StopReasons;
import org.apache.spark.sql.hbase.wire.proto.FrameStatistics;
import org.apache.spark.sql.hbase.wire.proto.StopReason;

/**
 * What one frame says: the result of all rows after the previous emission's last row up to this
 * one's, and of no other row. Immutable; the columns are the receiver's.
 *
 * @param columns one per output column of the sub-plan, also without rows
 * @param lastRow row key of the last row consumed since the runner started, null if there was none
 * @param statistics since the previous emission; {@code seeks} is left to the source's owner
 */
public record Emission(
    List<ArrowColumn> columns,
    int rowCount,
    byte[] lastRow,
    StopReason stopReason,
    FrameStatistics statistics) {

  /** Whether nothing follows: the range ends or the limit is reached. */
  public boolean end() {
    return StopReasons.isInBand(stopReason);
  }
}
