package org.apache.spark.sql.hbase.wire;

import java.util.List;

/**
 * The columns of one frame. Immutable; the columns share the array they were read from.
 *
 * @param rowCount rows in the batch, known also where there is no column
 */
public record ArrowBatch(List<String> names, List<ArrowColumn> columns, int rowCount) {
  /** Columns of one batch, so of a frame and of what comes out of one operator. */
  public static final int MAX_COLUMNS = 16_384;

  public ArrowBatch {
    names = List.copyOf(names);
    columns = List.copyOf(columns);
  }
}
