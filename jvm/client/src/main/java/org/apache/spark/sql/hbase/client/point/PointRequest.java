package org.apache.spark.sql.hbase.client.point;

import java.util.List;
import java.util.Objects;
import org.apache.hadoop.hbase.TableName;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.TimeBounds;

/**
 * A request for point reads: a sub-plan, and the row keys whose rows it reads. The arrays are
 * shared, do not modify them.
 *
 * @param subPlan serialized sub-plan
 * @param rowKeys ascending, none twice
 * @param times cells outside of them do not count
 */
public record PointRequest(
    TableName table,
    byte[] subPlan,
    List<byte[]> rowKeys,
    ReaderOptions options,
    TimeBounds times) {

  public PointRequest {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(subPlan, "subPlan");
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(times, "times");
    rowKeys = List.copyOf(rowKeys);
  }

  /** A request for cells of all times. */
  public PointRequest(
      TableName table, byte[] subPlan, List<byte[]> rowKeys, ReaderOptions options) {
    this(table, subPlan, rowKeys, options, TimeBounds.ALL);
  }
}
