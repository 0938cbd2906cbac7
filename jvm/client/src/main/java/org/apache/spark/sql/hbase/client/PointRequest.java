package org.apache.spark.sql.hbase.client;

import java.util.List;
import java.util.Objects;
import org.apache.hadoop.hbase.TableName;

/**
 * What to read: a sub-plan over the rows of a table that have one of some row keys. The arrays are
 * shared, do not modify them.
 *
 * @param subPlan serialized sub-plan
 * @param rowKeys ascending, none twice
 */
public record PointRequest(
    TableName table, byte[] subPlan, List<byte[]> rowKeys, ReaderOptions options) {

  public PointRequest {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(subPlan, "subPlan");
    Objects.requireNonNull(options, "options");
    rowKeys = List.copyOf(rowKeys);
  }
}
