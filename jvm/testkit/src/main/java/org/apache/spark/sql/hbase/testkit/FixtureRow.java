package org.apache.spark.sql.hbase.testkit;

import java.util.List;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;

/**
 * One row as HBase would deliver it: the row key and its cells in HBase order. Delivering it
 * allocates nothing.
 */
public record FixtureRow(byte[] rowKey, List<FixtureCell> cells) {
  /** Passes the row through a decoder. */
  public void decode(RowDecoder decoder) {
    boolean isWanted = decoder.beginRow(rowKey, 0, rowKey.length);
    for (int i = 0; isWanted && i < cells.size(); i++) {
      FixtureCell cell = cells.get(i);
      isWanted =
          decoder.cell(cell.name(), 0, cell.name().length, cell.value(), 0, cell.value().length);
    }
    decoder.endRow();
  }

  /** Bytes of row key, names and values, once per cell as HBase counts them. */
  public long bytes() {
    long bytes = 0;
    for (int i = 0; i < cells.size(); i++) {
      FixtureCell cell = cells.get(i);
      bytes += rowKey.length + cell.name().length + cell.value().length;
    }
    return bytes;
  }
}
