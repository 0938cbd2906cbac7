package org.apache.spark.sql.hbase.engine.expression.decimal;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.types.Int128;

/** Reads and writes DECIMAL values of both physical kinds. */
public final class DecimalVectors {
  private DecimalVectors() {}

  public static void load(ColumnVector values, int row, Int128 into) {
    if (values.physical() == SqlType.Physical.DECIMAL128) {
      into.set(values.highs[row], values.longs[row]);
    } else {
      into.set(values.longs[row]);
    }
  }

  /** The value must fit the precision of the vector's type. */
  public static void store(ColumnVector values, int row, Int128 value) {
    if (values.physical() == SqlType.Physical.DECIMAL128) {
      values.setDecimal128(row, value.high(), value.low());
    } else {
      values.setLong(row, value.low());
    }
  }
}
