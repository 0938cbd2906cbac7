package org.apache.spark.sql.hbase.client.cluster;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.hadoop.hbase.HConstants;
import org.apache.spark.sql.hbase.wire.ErrorCode;

/**
 * The length of row keys whose region HBase's client finds. The client looks for the row {@code
 * table,key,99999999999999} of {@code hbase:meta} ({@code RegionInfo.createRegionName}), which has
 * HBase's limit of 32,767 bytes, too. Where that row is longer, the client repeats its call until
 * the call times out.
 *
 * @param maxBytes of a row key
 */
public record RowKeyLimit(String hbaseTable, int maxBytes) {
  private static final String SEPARATORS = ",,";

  /** The limit of an HBase table, which is named as in SQL: {@code namespace:table}. */
  public static RowKeyLimit of(String hbaseTable) {
    int beside =
        hbaseTable.getBytes(StandardCharsets.UTF_8).length
            + SEPARATORS.length()
            + HConstants.NINES.length();
    return new RowKeyLimit(hbaseTable, HConstants.MAX_ROW_LENGTH - beside);
  }

  /** Refuses a row key whose region HBase's client would look for in vain. */
  void check(byte[] row) throws SubPlanException {
    if (row.length > maxBytes) {
      throw new SubPlanException(
          ErrorCode.ROW_KEY_TOO_LONG,
          "HBase's client does not find the region of a row key that is so long, so no row with it"
              + " is read or written here. Ask for shorter row keys.",
          Map.of(
              "hbaseTable", hbaseTable,
              "foundBytes", Integer.toString(row.length),
              "maxBytes", Integer.toString(maxBytes)));
    }
  }
}
