package org.apache.spark.sql.hbase.engine.row;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeyCodec;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;

/** Decodes the parts of the row key that are looked at. Not thread-safe. */
final class RowKeyReader {
  private final RowKeyCodec codec;
  private final ColumnVector[] columns;

  /** The columns, and what takes the parts that are not looked at. */
  private final ValueSink[] sinks;

  private final ColumnRange[] ranges;
  private final List<String> names;
  private final boolean setsForeignAside;

  /**
   * @param columns per part, null for a part that is not looked at
   * @param ranges per part, null where every value is accepted
   * @param names per part, for errors
   * @param setsForeignAside a row key that does not decode is of a row that is none of the table.
   *     So all parts are read, whichever are looked at
   */
  RowKeyReader(
      RowKeyCodec codec,
      ColumnVector[] columns,
      ColumnRange[] ranges,
      List<String> names,
      boolean setsForeignAside) {
    this.codec = codec;
    this.columns = columns;
    this.sinks = Arrays.copyOf(columns, columns.length, ValueSink[].class);
    for (int i = 0; i < sinks.length; i++) {
      if (setsForeignAside && sinks[i] == null) {
        sinks[i] = RowKeyCodec.ANY_VALUE;
      }
    }
    this.setsForeignAside = setsForeignAside;
    this.ranges = ranges;
    this.names = names;
  }

  /**
   * Appends the parts that are looked at of many rows, of which those remain that pass the ranges.
   *
   * @throws CodecException if a row key does not decode: then columns have values of some rows
   */
  void read(CellRun run, KeptRows kept) {
    for (int i = 0; i < kept.count; i++) {
      int row = kept.rows[i];
      codec.decode(run.bytes, run.rows[row], run.rowLengths[row], sinks);
    }
    for (ColumnVector column : columns) {
      if (column != null) {
        kept.appended(column);
      }
    }
    for (int i = 0; i < ranges.length; i++) {
      if (ranges[i] != null) {
        kept.reject(ranges[i], columns[i]);
      }
    }
  }

  /** Tells whether a row key may leave its row out. */
  boolean leavesOutRows() {
    return setsForeignAside || Arrays.stream(ranges).anyMatch(Objects::nonNull);
  }

  boolean setsForeignAside() {
    return setsForeignAside;
  }

  /**
   * Appends the parts that are looked at.
   *
   * @return false if one lies outside its column's range
   */
  boolean read(byte[] row, int offset, int length) {
    try {
      codec.decode(row, offset, length, sinks);
    } catch (CodecException e) {
      throw e.keyPart() < 0 ? e : e.withColumn(names.get(e.keyPart()));
    }
    for (int i = 0; i < ranges.length; i++) {
      if (ranges[i] != null && !ranges[i].acceptsLast(columns[i])) {
        return false;
      }
    }
    return true;
  }
}
