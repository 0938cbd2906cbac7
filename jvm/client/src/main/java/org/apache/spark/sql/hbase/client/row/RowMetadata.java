package org.apache.spark.sql.hbase.client.row;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;

/**
 * The metadata of a row: what HBase's client knows of it besides the cells. A table layout has it
 * in columns whose cells are of the family {@link #FAMILY}. The client makes these cells while it
 * reads, so a sub-plan with such columns runs in this process only. No table has the family, as
 * HBase refuses names that start with a dot.
 */
public final class RowMetadata {
  public static final String FAMILY = ".m";

  /** The row key, BINARY. */
  public static final String ROW_KEY = "rowkey";

  /** The newest timestamp among the cells that are read, TIMESTAMP in ORDERED. */
  public static final String TIMESTAMP = "timestamp";

  /** HBase's encoded name of the region, STRING. */
  public static final String REGION = "region";

  /** {@link #FAMILY}, as layouts have it. */
  public static final ByteString FAMILY_BYTES = ByteString.copyFromUtf8(FAMILY);

  private RowMetadata() {}

  public static boolean areIn(TableLayout table) {
    return table.getColumnsList().stream().anyMatch(RowMetadata::isOne);
  }

  static boolean isIn(TableLayout table, String name) {
    return table.getColumnsList().stream()
        .anyMatch(c -> isOne(c) && c.getCell().getQualifier().toStringUtf8().equals(name));
  }

  private static boolean isOne(Column column) {
    return column.hasCell() && column.getCell().getFamily().equals(FAMILY_BYTES);
  }

  static byte[] bytes(String name) {
    return name.getBytes(StandardCharsets.US_ASCII);
  }
}
