package org.apache.spark.sql.hbase.engine;

import java.util.List;
import org.apache.spark.sql.hbase.wire.ArrowColumn;
import org.apache.spark.sql.hbase.wire.StopReasons;
import org.apache.spark.sql.hbase.wire.proto.FrameStatistics;
import org.apache.spark.sql.hbase.wire.proto.StopReason;

/**
 * The content of one frame: the result of the rows between the last row of the previous emission,
 * exclusive, and {@code lastRow}, inclusive. Immutable; the columns are the receiver's.
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
