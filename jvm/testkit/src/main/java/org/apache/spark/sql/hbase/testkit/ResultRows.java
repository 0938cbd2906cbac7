package org.apache.spark.sql.hbase.testkit;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.ArrowColumn;

/**
 * Result columns as rows of Java objects: Boolean, Long, Double, BigInteger, String, or a list of
 * bytes for BINARY.
 */
public final class ResultRows {
  private ResultRows() {}

  public static List<List<Object>> of(List<ArrowColumn> columns, int rowCount) {
    List<List<Object>> rows = new ArrayList<>(rowCount);
    for (int i = 0; i < rowCount; i++) {
      List<Object> row = new ArrayList<>(columns.size());
      for (ArrowColumn column : columns) {
        row.add(value(column, i));
      }
      rows.add(row);
    }
    return rows;
  }

  private static Object value(ArrowColumn column, int i) {
    if (column.isNull(i)) {
      return null;
    }
    SqlType type = SqlTypes.of(column.type());
    return switch (type.kind()) {
      case BOOLEAN -> column.getLong(i) != 0;
      case FLOAT, DOUBLE -> column.getDouble(i);
      case DECIMAL -> unscaled(column, i);
      case STRING -> new String(column.getBytes(i), StandardCharsets.UTF_8);
      case BINARY, STRUCT, ARRAY, MAP -> bytes(column.getBytes(i));
      default -> column.getLong(i);
    };
  }

  private static BigInteger unscaled(ArrowColumn column, int i) {
    byte[] low = BigInteger.valueOf(column.getDecimalLow(i)).toByteArray();
    byte[] magnitude = new byte[Long.BYTES];
    Arrays.fill(magnitude, low[0] < 0 ? (byte) -1 : 0);
    System.arraycopy(low, 0, magnitude, Long.BYTES - low.length, low.length);
    return BigInteger.valueOf(column.getDecimalHigh(i))
        .shiftLeft(Long.SIZE)
        .add(new BigInteger(1, magnitude));
  }

  private static List<Byte> bytes(byte[] value) {
    List<Byte> list = new ArrayList<>(value.length);
    for (byte b : value) {
      list.add(b);
    }
    return list;
  }
}
