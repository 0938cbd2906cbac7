package org.apache.spark.sql.hbase.engine.operator.join;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.BuildColumn;
import org.apache.spark.sql.hbase.wire.proto.Values;

/** The columns of a BroadcastJoin's build rows as vectors. */
final class BuildColumns {
  private BuildColumns() {}

  /** Makes vectors of columns. The wire's validation has checked that all have the same length. */
  static ColumnVector[] vectors(List<BuildColumn> columns, int rowCount) {
    return columns.stream().map(column -> vector(column, rowCount)).toArray(ColumnVector[]::new);
  }

  /** Each value stands in one of the lists. */
  static int rowCount(BuildColumn column) {
    Values values = column.getValues();
    return values.getIntegersCount()
        + values.getFloatingsCount()
        + values.getBinariesCount()
        + values.getDecimalsCount()
        + column.getNullsCount();
  }

  private static ColumnVector vector(BuildColumn column, int rowCount) {
    SqlType type = SqlTypes.of(column.getType());
    ColumnVector vector = new ColumnVector(type, rowCount + 1);
    int nulls = 0;
    for (int row = 0; row < rowCount; row++) {
      if (nulls < column.getNullsCount() && column.getNulls(nulls) == row) {
        vector.putNull();
        nulls++;
      } else {
        put(column.getValues(), row - nulls, type, vector);
      }
    }
    return vector;
  }

  private static void put(Values values, int i, SqlType type, ColumnVector out) {
    boolean isDecimal = type.kind() == SqlType.Kind.DECIMAL;
    switch (type.physical()) {
      case LONG ->
          out.putLong(
              isDecimal ? unscaled(values.getDecimals(i)).longValue() : values.getIntegers(i));
      case DOUBLE -> out.putDouble(values.getFloatings(i));
      case DECIMAL128 -> {
        BigInteger unscaled = unscaled(values.getDecimals(i));
        out.putDecimal128(unscaled.shiftRight(Long.SIZE).longValue(), unscaled.longValue());
      }
      case BYTES -> {
        ByteString bytes = values.getBinaries(i);
        out.putBytes(bytes.toByteArray(), 0, bytes.size());
      }
    }
  }

  private static BigInteger unscaled(ByteString bytes) {
    return new BigInteger(bytes.toByteArray());
  }
}
