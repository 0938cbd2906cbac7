package org.apache.spark.sql.hbase.coprocessor.request;

import org.apache.hadoop.hbase.client.Get;

/**
 * Decides whether the user of a Get may know more of its families than rows: row keys, smallest and
 * largest values, numbers of values.
 *
 * <p>HBase grants a Get by what it asks for. A Get of one column passes with a right to that column
 * alone. A Get of whole families passes unchanged with a right to the families, and gets a filter
 * from HBase's access and visibility controllers otherwise.
 */
public final class GetConditions {
  private GetConditions() {}

  /** True if HBase let the Get read everything that its families hold. */
  public static boolean readsWholeFamilies(Get get) {
    return get.getFilter() == null
        && get.getFamilyMap().values().stream().allMatch(columns -> columns == null)
        && get.getTimeRange().isAllTime()
        && get.getColumnFamilyTimeRange().isEmpty();
  }
}
