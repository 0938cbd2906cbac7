package org.apache.spark.sql.hbase.engine.operator;

import java.util.Collection;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.ArrowColumn;
import org.apache.spark.sql.hbase.wire.ArrowColumns;
import org.apache.spark.sql.hbase.wire.proto.DataType;

/** Vectors to Arrow columns. */
public final class OutputColumns {
  private OutputColumns() {}

  /** Adds a copy of each vector to {@code out}. */
  public static void copy(ColumnVector[] vectors, Collection<ArrowColumn> out) {
    for (ColumnVector vector : vectors) {
      out.add(copy(vector));
    }
  }

  /** A copy of one vector. */
  public static ArrowColumn copy(ColumnVector vector) {
    DataType type = SqlTypes.toWire(vector.type());
    boolean[] nulls = vector.hasNulls ? vector.nulls : null;
    int count = vector.size();
    return switch (vector.physical()) {
      case LONG -> ArrowColumns.ofLongs(type, vector.longs, nulls, count);
      case DOUBLE -> ArrowColumns.ofDoubles(type, vector.doubles, nulls, count);
      case DECIMAL128 -> ArrowColumns.ofDecimals(type, vector.highs, vector.longs, nulls, count);
      case BYTES -> ArrowColumns.ofBytes(type, vector.data, vector.offsets, nulls, count);
    };
  }
}
