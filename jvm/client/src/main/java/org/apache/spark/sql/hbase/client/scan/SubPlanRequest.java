package org.apache.spark.sql.hbase.client.scan;

import java.util.Objects;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A request for a scan: a sub-plan over the rows {@code [startRow, stopRow)} of a table. The arrays
 * are shared, do not modify them.
 *
 * @param subPlan serialized sub-plan, sent to the region servers byte for byte
 * @param startRow empty for the start of the table
 * @param stopRow empty for the end of the table
 * @param conditions a serialized sub-plan: rows that its filters leave out need not come; mostly
 *     {@code subPlan} itself, another one if the caller filters on its own
 * @param times cells outside of them do not count
 */
public record SubPlanRequest(
    TableName table,
    byte[] subPlan,
    byte[] startRow,
    byte[] stopRow,
    ReaderOptions options,
    byte[] conditions,
    TimeBounds times) {

  public SubPlanRequest {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(subPlan, "subPlan");
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(conditions, "conditions");
    Objects.requireNonNull(times, "times");
    if (stopRow.length > 0 && Bytes.compareTo(startRow, stopRow) > 0) {
      throw new IllegalArgumentException("the start row is above the stop row");
    }
  }

  /** A request whose sub-plan alone says which rows are wanted, of cells of all times. */
  public SubPlanRequest(
      TableName table, byte[] subPlan, byte[] startRow, byte[] stopRow, ReaderOptions options) {
    this(table, subPlan, startRow, stopRow, options, subPlan, TimeBounds.ALL);
  }

  /** A request for all rows of a table. */
  public static SubPlanRequest ofTable(TableName table, byte[] subPlan, ReaderOptions options) {
    return new SubPlanRequest(table, subPlan, new byte[0], new byte[0], options);
  }
}
