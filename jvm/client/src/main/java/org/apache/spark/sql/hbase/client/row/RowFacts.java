package org.apache.spark.sql.hbase.client.row;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;

/**
 * The facts about a row that HBase's client knows besides the cells. A table layout has it in
 * columns whose cells are of the family {@link #FAMILY}; the client makes these cells while it
 * reads, so a sub-plan with such columns runs in this process only. No table has the family, as
 * HBase refuses names that start with a dot.
 */
public final class RowFacts {
  public static final String FAMILY = ".m";

  /** The row key, BINARY. */
  public static final String ROW_KEY = "rowkey";

  /** The newest timestamp among the cells that are read, TIMESTAMP in ORDERED. */
  public static final String TIMESTAMP = "timestamp";

  /** HBase's encoded name of the region, STRING. */
  public static final String REGION = "region";

  /** {@link #FAMILY}, as layouts have it. */
  public static final ByteString FAMILY_BYTES = ByteString.copyFromUtf8(FAMILY);

  private RowFacts() {}

  public static boolean areIn(TableLayout table) {
    return table.getColumnsList().stream().anyMatch(RowFacts::isOne);
  }

  static boolean isIn(TableLayout table, String fact) {
    return table.getColumnsList().stream()
        .anyMatch(c -> isOne(c) && c.getCell().getQualifier().toStringUtf8().equals(fact));
  }

  private static boolean isOne(Column column) {
    return column.hasCell() && column.getCell().getFamily().equals(FAMILY_BYTES);
  }

  static byte[] bytes(String name) {
    return name.getBytes(StandardCharsets.US_ASCII);
  }
}
